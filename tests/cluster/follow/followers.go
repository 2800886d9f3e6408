// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

var resources = []schema.GroupVersionResource{
	{Version: "v1", Resource: "pods"},
	{Version: "v1", Resource: "configmaps"},
	{Group: "apps", Version: "v1", Resource: "deployments"},
	{Group: "apps", Version: "v1", Resource: "replicasets"},
}

// follower is one shared informer, what its handler was told, and how the server lists the same.
type follower struct {
	name     string
	informer cache.SharedIndexInformer
	list     func(context.Context) (runtime.Object, error)

	mutex  sync.Mutex
	told   map[string]runtime.Object
	events int
	wrong  error
}

type followers struct {
	all     []*follower
	typed   informers.SharedInformerFactory
	dynamic dynamicinformer.DynamicSharedInformerFactory
}

// newFollowers: each resource as Go types, which tells whether the types are right, and as it came, which tells whether
// all of it is the same.
func newFollowers(config *rest.Config) (*followers, error) {
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	self := &followers{
		typed:   informers.NewSharedInformerFactory(clients, 0),
		dynamic: dynamicinformer.NewDynamicSharedInformerFactory(client, 0),
	}
	for _, resource := range resources {
		typed, err := self.typed.ForResource(resource)
		if err != nil {
			return nil, err
		}
		self.add(resource.Resource, typed.Informer(), listTyped(clients, resource.Resource))
		self.add(resource.Resource+", untyped", self.dynamic.ForResource(resource).Informer(),
			func(ctx context.Context) (runtime.Object, error) {
				return client.Resource(resource).List(ctx, metav1.ListOptions{})
			})
	}
	return self, nil
}

func listTyped(clients kubernetes.Interface, resource string) func(context.Context) (runtime.Object, error) {
	all := metav1.ListOptions{}
	return func(ctx context.Context) (runtime.Object, error) {
		switch resource {
		case "pods":
			return clients.CoreV1().Pods("").List(ctx, all)
		case "configmaps":
			return clients.CoreV1().ConfigMaps("").List(ctx, all)
		case "deployments":
			return clients.AppsV1().Deployments("").List(ctx, all)
		default:
			return clients.AppsV1().ReplicaSets("").List(ctx, all)
		}
	}
}

func (self *followers) add(name string, informer cache.SharedIndexInformer, list func(context.Context) (runtime.Object, error)) {
	f := &follower{name: name, informer: informer, list: list, told: map[string]runtime.Object{}}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { f.tell("add", object.(runtime.Object)) },
		UpdateFunc: func(_, object any) { f.tell("update", object.(runtime.Object)) },
		DeleteFunc: func(object any) {
			if unknown, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = unknown.Obj
			}
			f.tell("delete", object.(runtime.Object))
		},
	})
	self.all = append(self.all, f)
}

func (self *followers) start(ctx context.Context) {
	self.typed.Start(ctx.Done())
	self.dynamic.Start(ctx.Done())
	self.typed.WaitForCacheSync(ctx.Done())
	self.dynamic.WaitForCacheSync(ctx.Done())
}

// tell keeps what a handler knows, and what it should not have been told. Where the server sends a chunk twice, client-go
// tells a deletion twice, so that one of an object that is not known is let pass.
func (f *follower) tell(verb string, object runtime.Object) {
	key, _ := cache.MetaNamespaceKeyFunc(object)
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.events++
	_, known := f.told[key]
	if verb == "add" && known || verb == "update" && !known {
		f.wrong = fmt.Errorf("%s: %s of %s, which was known: %t", f.name, verb, key, known)
	}
	if verb == "delete" {
		delete(f.told, key)
	} else {
		f.told[key] = object
	}
}

// wait until each informer's store, and what its handler was told, is what the server lists; returns of how many objects.
func (self *followers) wait(ctx context.Context, bound time.Duration) (int, error) {
	end := time.Now().Add(bound)
	n := 0
	for _, f := range self.all {
		for {
			count, err := f.compare(ctx)
			if err == nil {
				n += count
				break
			}
			if f.isWrong() || time.Now().After(end) {
				return 0, fmt.Errorf("not equal within %s: %w", bound, err)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return n, nil
}

func (f *follower) isWrong() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.wrong != nil
}

func (f *follower) compare(ctx context.Context) (int, error) {
	answer, err := f.list(ctx)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", f.name, err)
	}
	items, err := meta.ExtractList(answer)
	if err != nil {
		return 0, err
	}
	listed := map[string]runtime.Object{}
	for _, item := range items {
		key, _ := cache.MetaNamespaceKeyFunc(item)
		listed[key] = item
	}
	stored := map[string]runtime.Object{}
	for _, object := range f.informer.GetStore().List() {
		key, _ := cache.MetaNamespaceKeyFunc(object)
		stored[key] = object.(runtime.Object)
	}
	if err := differ("stored", stored, listed); err != nil {
		return 0, fmt.Errorf("%s: %w", f.name, err)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.wrong != nil {
		return 0, f.wrong
	}
	if err := differ("told", f.told, listed); err != nil {
		return 0, fmt.Errorf("%s: %w", f.name, err)
	}
	return len(listed), nil
}

func differ(what string, ours, listed map[string]runtime.Object) error {
	for key := range ours {
		if listed[key] == nil {
			return fmt.Errorf("%s is %s and not listed", key, what)
		}
	}
	for key, object := range listed {
		if ours[key] == nil {
			return fmt.Errorf("%s is listed and not %s", key, what)
		}
		if !equal(ours[key], object) {
			return fmt.Errorf("%s is %s as %+v and listed as %+v", key, what, ours[key], object)
		}
	}
	return nil
}

// equal: an item of a typed list has no kind of its own; all else counts.
func equal(one, other runtime.Object) bool {
	one, other = one.DeepCopyObject(), other.DeepCopyObject()
	one.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	other.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	return reflect.DeepEqual(one, other)
}

func (self *followers) report() {
	for _, f := range self.all {
		f.mutex.Lock()
		fmt.Printf("# %s: %d objects, %d events told\n", f.name, len(f.told), f.events)
		f.mutex.Unlock()
	}
}
