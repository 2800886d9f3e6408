// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"time"
)

// What goes wrong with the informers' requests. Left out is what client-go can't get over by itself, since it sets no
// deadline for a watch that says nothing: half-open and stalled connections, a watch of bookmarks only, and a streamed
// list without an end, all of which last until the watch's own time-out of 5 to 10 minutes.
var faults = []map[string]any{
	{"action": "cut"},
	{"action": "cut", "afterBytes": 1000},
	{"action": "slow", "bytesPerSecond": 20000},
	{"action": "bytes"},
	{"action": "truncate"},
	{"action": "truncate", "afterEvents": 3},
	{"action": "double"},
	{"action": "garbage"},
	{"action": "status", "status": 401},
	{"action": "status", "status": 403},
	{"action": "status", "status": 410},
	{"action": "status", "status": 429, "retryAfter": 1},
	{"action": "status", "status": 500},
	{"action": "status", "status": 503, "retryAfter": 1},
	{"action": "gone-event", "afterEvents": 2},
	{"action": "html"},
}

// What goes wrong with the whole server.
var blows = []struct {
	path string
	body map[string]any
}{
	{"compact", map[string]any{}},
	{"restart", map[string]any{"down": 1}},
	{"skew", map[string]any{"seconds": 300}},
	{"skew", map[string]any{"seconds": 0}},
}

// trouble is made over the demo server's control path; a nil one is a server that is left in peace.
type trouble struct {
	url    string
	random *rand.Rand
	rate   float64
	client http.Client
	counts map[string]int
}

func newTrouble(url string, random *rand.Rand, rate float64) *trouble {
	return &trouble{url: url, random: random, rate: rate, client: http.Client{Timeout: 5 * time.Second}, counts: map[string]int{}}
}

func (self *trouble) control(method, path string, body any) error {
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, self.url+"/demo/"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := self.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	words, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s %s", method, path, answer.Status, words)
	}
	return nil
}

func (self *trouble) begin() {
	if self != nil {
		_ = self.control("POST", "rate", map[string]any{"perSecond": self.rate})
	}
}

// act begins one more thing that goes wrong. One that can't be said, since the server is away, is not missed.
func (self *trouble) act() {
	if self == nil {
		return
	}
	if n := self.random.Intn(len(faults) + len(blows)); n < len(faults) {
		self.fault(faults[n])
	} else {
		blow := blows[n-len(faults)]
		if self.control("POST", blow.path, blow.body) == nil {
			self.counts[blow.path]++
		}
	}
}

func (self *trouble) fault(fault map[string]any) {
	match := map[string]any{"method": "GET"}
	switch self.random.Intn(3) {
	case 0:
		match["watch"] = true
	case 1:
		match["resource"] = resources[self.random.Intn(len(resources))].Resource
	}
	rule := map[string]any{"match": match, "count": 1 + self.random.Intn(5)}
	for name, value := range fault {
		rule[name] = value
	}
	if self.control("POST", "faults", rule) == nil {
		self.counts[fault["action"].(string)]++
	}
}

// end: no more faults, and no more changes than those that the controllers have still to make.
func (self *trouble) end() error {
	if self == nil {
		return nil
	}
	var err error
	for try := 0; try < 100; try++ {
		if err = self.quiet(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond) // it may be restarting
	}
	return err
}

func (self *trouble) quiet() error {
	if err := self.control("DELETE", "faults", nil); err != nil {
		return err
	}
	if err := self.control("POST", "skew", map[string]any{"seconds": 0}); err != nil {
		return err
	}
	return self.control("POST", "rate", map[string]any{"perSecond": 0})
}

func (self *trouble) report() {
	if self != nil {
		fmt.Printf("# faults: %v\n", self.counts)
	}
}
