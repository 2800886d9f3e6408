// SPDX-License-Identifier: GPL-3.0-or-later

// Command clientgo measures a client-go pod informer against the replay server.
package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

func mem(key string) string {
	b, _ := os.ReadFile("/proc/self/status")
	for _, l := range strings.Split(string(b), "\n") {
		if strings.HasPrefix(l, key+":") {
			return strings.TrimSpace(strings.TrimPrefix(l, key+":"))
		}
	}
	return ""
}

func main() {
	host := flag.String("host", "http://127.0.0.1:18080", "server")
	m := flag.Int64("m", 100000, "events to wait for")
	token := flag.String("token", "", "bearer token; TLS is then not verified: for a test server on loopback")
	proto := flag.Bool("protobuf", false, "ask for protobuf instead of JSON")
	strip := flag.Bool("strip", false, "drop managedFields in a transform")
	flag.Parse()
	cfg := &rest.Config{Host: *host, BearerToken: *token, TLSClientConfig: rest.TLSClientConfig{Insecure: *token != ""}}
	if *proto {
		cfg.ContentType = "application/vnd.kubernetes.protobuf"
		cfg.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	}
	c := kubernetes.NewForConfigOrDie(cfg)
	var opts []informers.SharedInformerOption
	if *strip {
		opts = append(opts, informers.WithTransform(func(o any) (any, error) {
			if p, ok := o.(*corev1.Pod); ok {
				p.ManagedFields = nil
			}
			return o, nil
		}))
	}
	f := informers.NewSharedInformerFactoryWithOptions(c, 0, opts...)
	inf := f.Core().V1().Pods().Informer()
	var adds, upds atomic.Int64
	var first time.Time
	done := make(chan struct{})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { adds.Add(1) },
		UpdateFunc: func(o, n any) {
			_ = n.(*corev1.Pod).Name
			k := upds.Add(1)
			if k == 1 {
				first = time.Now()
			}
			if k == *m {
				close(done)
			}
		},
	})
	stop := make(chan struct{})
	start := time.Now()
	f.Start(stop)
	f.WaitForCacheSync(stop)
	n := len(inf.GetStore().ListKeys())
	for adds.Load() < int64(n) {
		time.Sleep(time.Millisecond)
	}
	sync := time.Since(start)
	fmt.Printf("client-go sync_s=%.3f n=%d rss=%s hwm=%s\n", sync.Seconds(), n, mem("VmRSS"), mem("VmHWM"))
	if *m > 0 {
		if *token == "" {
			http.Get(*host + "/bench/go")
		} else {
			fmt.Println("client-go synced: change the objects now")
		}
		<-done
		d := time.Since(first)
		fmt.Printf("client-go events_s=%.3f events_per_s=%.0f rss=%s hwm=%s\n", d.Seconds(), float64(*m)/d.Seconds(), mem("VmRSS"), mem("VmHWM"))
	}
}
