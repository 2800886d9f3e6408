// SPDX-License-Identifier: GPL-3.0-or-later

// Command follow lets client-go's shared informers follow a server that changes and, where it has a control path, goes
// wrong; each time the faults end, what the informers hold must soon be what the server lists, object by object.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

const (
	churn = 15 * time.Second // of each round, before the faults end
	// client-go backs off for up to 30 s and as much again by chance, after failures in a row.
	bound = 90 * time.Second
)

type options struct {
	kubeconfig string
	faults     bool
	seconds    int
	rate       float64
	seed       int64
}

func parse() options {
	var o options
	flag.StringVar(&o.kubeconfig, "kubeconfig", os.Getenv("KUBECONFIG"), "where the server is")
	flag.BoolVar(&o.faults, "faults", false, "let the server go wrong, by the demo server's control path")
	flag.IntVar(&o.seconds, "seconds", 600, "how long")
	flag.Float64Var(&o.rate, "rate", 100, "events a second that the demo server adds")
	flag.Int64Var(&o.seed, "seed", 1, "of writes and faults")
	flag.Parse()
	return o
}

func run(ctx context.Context, o options) error {
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1
	followers, err := newFollowers(config)
	if err != nil {
		return err
	}
	// Its own connections: what happens to the informers' must not happen to it.
	writer, err := newWriter(rest.CopyConfig(config), rand.New(rand.NewSource(o.seed)))
	if err != nil {
		return err
	}
	if err := writer.begin(ctx); err != nil {
		return err
	}
	defer writer.end(context.Background())
	followers.start(ctx)

	var trouble *trouble
	if o.faults {
		trouble = newTrouble(config.Host, rand.New(rand.NewSource(o.seed+1)), o.rate)
	}
	for end := time.Now().Add(time.Duration(o.seconds) * time.Second); time.Now().Before(end); {
		if err := round(ctx, followers, writer, trouble, end); err != nil {
			return err
		}
	}
	followers.report()
	writer.report()
	trouble.report()
	return nil
}

// round: writes, with faults, then none, until the informers have all of it.
func round(ctx context.Context, followers *followers, writer *writer, trouble *trouble, last time.Time) error {
	end := time.Now().Add(churn)
	if end.After(last) {
		end = last
	}
	trouble.begin()
	for next := time.Now(); time.Now().Before(end); {
		writer.act(ctx)
		if time.Now().After(next) {
			trouble.act()
			next = time.Now().Add(time.Second)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := trouble.end(); err != nil {
		return err
	}
	start := time.Now()
	n, err := followers.wait(ctx, bound)
	if err != nil {
		return err
	}
	fmt.Printf("# %d objects equal %.1f s after the last fault\n", n, time.Since(start).Seconds())
	return nil
}

func main() {
	// What is told of each fault is no news here.
	klog.SetLogger(logr.Discard())
	o := parse()
	fmt.Printf("# seed %d\n", o.seed)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
