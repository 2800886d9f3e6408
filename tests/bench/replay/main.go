// SPDX-License-Identifier: GPL-3.0-or-later

// Command replay is a neutral API server for measuring informers: it serves N generated pods to any
// client by LIST (whole or paged) or by a streaming list, then, once GET /bench/go is called, sends M
// MODIFIED events as fast as the client reads them.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	n      = flag.Int("n", 10000, "pods")
	m      = flag.Int("m", 100000, "events after the trigger")
	addr   = flag.String("addr", "127.0.0.1:0", "listen address; port 0 takes a free one, which is printed")
	stream = flag.Bool("watchlist", false, "accept sendInitialEvents=true")
	rate   = flag.Int("rate", 0, "events a second, 0 = as fast as read")
	varied = flag.Bool("varied", false, "pods that are less alike: their own environment, annotations, images and ids")
)

// hash gives n hex digits: nearly the same for all pods, or with -varied their own.
func hash(i, salt, n int) string {
	if !*varied {
		return fmt.Sprintf("%0*x", n, 0x123456789abc0000+i)
	}
	var b strings.Builder
	for x := uint64(i)*0x9e3779b97f4a7c15 + uint64(salt)*0xbf58476d1ce4e5b9; b.Len() < n; {
		x ^= x >> 30
		x *= 0xbf58476d1ce4e5b9
		x ^= x >> 27
		x *= 0x94d049bb133111eb
		x ^= x >> 31
		fmt.Fprintf(&b, "%016x", x)
	}
	return b.String()[:n]
}

func ownAnnotations(i int) string {
	if !*varied {
		return ""
	}
	return fmt.Sprintf(`,"deploy/commit":%q,"deploy/ticket":"OPS-%d","trace/id":%q`, hash(i/10, 4, 40), i/10+1000, hash(i, 5, 32))
}

func ownEnvironment(i int) string {
	if !*varied {
		return ""
	}
	var b strings.Builder
	for k := range 3 + i/10%5 {
		fmt.Fprintf(&b, `,{"name":"SERVICE_%s_URL","value":"http://%s.team-%d.svc:%d/%s"}`, strings.ToUpper(hash(i/10, 10+k, 5)), hash(i/10, 20+k, 8), (i+k)%50, 8000+k, hash(i/10, 30+k, 12))
	}
	fmt.Fprintf(&b, `,{"name":"INSTANCE_KEY","value":%q}`, hash(i, 6, 48))
	return b.String()
}

func pod(i, rv int) []byte {
	ns := fmt.Sprintf("team-%d", i%50)
	dep := fmt.Sprintf("service-%d", i/10)
	rs := fmt.Sprintf("%s-6f5d%06x", dep, i/10)
	name := fmt.Sprintf("%s-%05x", rs, i)
	uid := fmt.Sprintf("%08x-1111-4222-8333-%012x", i, i)
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"kind":"Pod","apiVersion":"v1","metadata":{"name":%q,"generateName":"%s-","namespace":%q,"uid":%q,"resourceVersion":"%d","generation":1,"creationTimestamp":"2026-11-01T10:00:%02dZ",`, name, rs, ns, uid, rv, i%60)
	fmt.Fprintf(&b, `"labels":{"app":%q,"app.kubernetes.io/name":%q,"app.kubernetes.io/instance":"prod","pod-template-hash":"6f5d%06x","team":%q,"tier":"backend"},"annotations":{"prometheus.io/scrape":"true","prometheus.io/port":"9090","checksum/config":"%s"%s},`, dep, dep, i/10, ns, hash(i, 1, 64), ownAnnotations(i))
	fmt.Fprintf(&b, `"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":%q,"uid":"%08x-9999-4222-8333-%012x","controller":true,"blockOwnerDeletion":true}],`, rs, i/10, i/10)
	b.WriteString(`"managedFields":[{"manager":"kube-controller-manager","operation":"Update","apiVersion":"v1","time":"2026-11-01T10:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:annotations":{".":{},"f:checksum/config":{},"f:prometheus.io/port":{},"f:prometheus.io/scrape":{}},"f:generateName":{},"f:labels":{".":{},"f:app":{},"f:app.kubernetes.io/instance":{},"f:app.kubernetes.io/name":{},"f:pod-template-hash":{},"f:team":{},"f:tier":{}},"f:ownerReferences":{".":{},"k:{\"uid\":\"x\"}":{}}},"f:spec":{"f:containers":{"k:{\"name\":\"app\"}":{".":{},"f:env":{".":{},"k:{\"name\":\"LOG_LEVEL\"}":{".":{},"f:name":{},"f:value":{}},"k:{\"name\":\"POD_NAME\"}":{".":{},"f:name":{},"f:valueFrom":{".":{},"f:fieldRef":{}}}},"f:image":{},"f:imagePullPolicy":{},"f:livenessProbe":{".":{},"f:failureThreshold":{},"f:httpGet":{".":{},"f:path":{},"f:port":{},"f:scheme":{}},"f:periodSeconds":{},"f:successThreshold":{},"f:timeoutSeconds":{}},"f:name":{},"f:ports":{".":{},"k:{\"containerPort\":8080,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{},"f:name":{},"f:protocol":{}}},"f:resources":{".":{},"f:limits":{".":{},"f:cpu":{},"f:memory":{}},"f:requests":{".":{},"f:cpu":{},"f:memory":{}}},"f:terminationMessagePath":{},"f:terminationMessagePolicy":{},"f:volumeMounts":{".":{},"k:{\"mountPath\":\"/etc/config\"}":{".":{},"f:mountPath":{},"f:name":{}}}}},"f:dnsPolicy":{},"f:enableServiceLinks":{},"f:restartPolicy":{},"f:schedulerName":{},"f:securityContext":{},"f:terminationGracePeriodSeconds":{},"f:volumes":{".":{},"k:{\"name\":\"config\"}":{".":{},"f:configMap":{".":{},"f:defaultMode":{},"f:name":{}},"f:name":{}}}}}},{"manager":"kubelet","operation":"Update","apiVersion":"v1","time":"2026-11-01T10:00:09Z","fieldsType":"FieldsV1","fieldsV1":{"f:status":{"f:conditions":{"k:{\"type\":\"ContainersReady\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}},"k:{\"type\":\"Ready\"}":{".":{},"f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}}},"f:containerStatuses":{},"f:hostIP":{},"f:phase":{},"f:podIP":{},"f:podIPs":{".":{},"k:{\"ip\":\"10.0.0.1\"}":{".":{},"f:ip":{}}},"f:startTime":{}}},"subresource":"status"}]},`)
	fmt.Fprintf(&b, `"spec":{"volumes":[{"name":"config","configMap":{"name":"%s-config","defaultMode":420}},{"name":"kube-api-access-x","projected":{"sources":[{"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}},{"configMap":{"name":"kube-root-ca.crt","items":[{"key":"ca.crt","path":"ca.crt"}]}},{"downwardAPI":{"items":[{"path":"namespace","fieldRef":{"apiVersion":"v1","fieldPath":"metadata.namespace"}}]}}],"defaultMode":420}}],`, dep)
	fmt.Fprintf(&b, `"containers":[{"name":"app","image":"registry.example.com/team/%s:v1.%d.0","ports":[{"name":"http","containerPort":8080,"protocol":"TCP"}],"env":[{"name":"LOG_LEVEL","value":"info"},{"name":"POD_NAME","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"metadata.name"}}}%s],"resources":{"limits":{"cpu":"500m","memory":"512Mi"},"requests":{"cpu":"100m","memory":"128Mi"}},"volumeMounts":[{"name":"config","mountPath":"/etc/config"},{"name":"kube-api-access-x","readOnly":true,"mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}],"livenessProbe":{"httpGet":{"path":"/healthz","port":"http","scheme":"HTTP"},"timeoutSeconds":1,"periodSeconds":10,"successThreshold":1,"failureThreshold":3},"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"}],`, dep, i%7, ownEnvironment(i))
	fmt.Fprintf(&b, `"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","serviceAccountName":%q,"serviceAccount":%q,"nodeName":"node-%d","securityContext":{},"schedulerName":"default-scheduler","tolerations":[{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300},{"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],"priority":0,"enableServiceLinks":true,"preemptionPolicy":"PreemptLowerPriority"},`, dep, dep, i%200)
	fmt.Fprintf(&b, `"status":{"phase":"Running","conditions":[{"type":"Initialized","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-11-01T10:00:00Z"},{"type":"Ready","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-11-01T10:00:09Z"},{"type":"ContainersReady","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-11-01T10:00:09Z"},{"type":"PodScheduled","status":"True","lastProbeTime":null,"lastTransitionTime":"2026-11-01T10:00:00Z"}],"hostIP":"10.1.%d.%d","podIP":"10.2.%d.%d","podIPs":[{"ip":"10.2.%d.%d"}],"startTime":"2026-11-01T10:00:00Z","containerStatuses":[{"name":"app","state":{"running":{"startedAt":"2026-11-01T10:00:05Z"}},"lastState":{},"ready":true,"restartCount":%d,"image":"registry.example.com/team/%s:v1.%d.0","imageID":"registry.example.com/team/%s@sha256:%s","containerID":"containerd://%s","started":true}],"qosClass":"Burstable"}}`, i%200, i%250, i/250%250, i%250, i/250%250, i%250, rv%5, dep, i%7, dep, hash(i/10, 2, 64), hash(i, 3, 64))
	return b.Bytes()
}

var (
	pods   [][]byte
	events [][]byte // made before the first request, so that making them costs the measured client nothing
	rv0    = 1000000
	goCh   = make(chan struct{})
	goOnce sync.Once
)

func list(w io.Writer, from, to int, cont string) {
	fmt.Fprintf(w, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%d"`, rv0)
	if cont != "" {
		fmt.Fprintf(w, `,"continue":%q,"remainingItemCount":%d`, cont, *n-to)
	}
	io.WriteString(w, `},"items":[`)
	for i := from; i < to; i++ {
		if i > from {
			io.WriteString(w, ",")
		}
		w.Write(pods[i])
	}
	io.WriteString(w, "]}\n")
}

func handler(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path == "/version" {
		io.WriteString(w, `{"major":"1","minor":"36","gitVersion":"v1.36.3"}`)
		return
	}
	if r.URL.Path == "/bench/go" {
		goOnce.Do(func() { close(goCh) })
		return
	}
	if r.URL.Path != "/api/v1/pods" {
		w.WriteHeader(404)
		io.WriteString(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}`)
		return
	}
	if t := q.Get("watch"); t == "1" || t == "true" {
		watch(w, r)
		return
	}
	from, to, cont := 0, *n, ""
	if l, _ := strconv.Atoi(q.Get("limit")); l > 0 && q.Get("resourceVersion") != "0" {
		from, _ = strconv.Atoi(q.Get("continue"))
		to = min(from+l, *n)
		if to < *n {
			cont = strconv.Itoa(to)
		}
	}
	log.Printf("LIST %s from %d to %d gzip=%v", r.URL.RawQuery, from, to, strings.Contains(r.Header.Get("Accept-Encoding"), "gzip"))
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		z, _ := gzip.NewWriterLevel(w, 1)
		list(z, from, to, cont)
		z.Close()
		return
	}
	list(w, from, to, cont)
}

func watch(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	log.Printf("WATCH %s", r.URL.RawQuery)
	if q.Get("sendInitialEvents") == "true" {
		if !*stream {
			w.WriteHeader(422)
			io.WriteString(w, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled","reason":"Invalid","code":422}`)
			return
		}
	}
	w.WriteHeader(200)
	f := w.(http.Flusher)
	var b bytes.Buffer
	if q.Get("sendInitialEvents") == "true" {
		for i := 0; i < *n; i++ {
			b.WriteString(`{"type":"ADDED","object":`)
			b.Write(pods[i])
			b.WriteString("}\n")
			if b.Len() > 60000 {
				w.Write(b.Bytes())
				b.Reset()
			}
		}
		fmt.Fprintf(&b, `{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"%d","annotations":{"k8s.io/initial-events-end":"true"},"creationTimestamp":null},"spec":{"containers":null},"status":{}}}`+"\n", rv0)
		w.Write(b.Bytes())
		b.Reset()
	}
	f.Flush()
	select {
	case <-goCh:
	case <-r.Context().Done():
		return
	}
	start := time.Now()
	for j := 0; j < *m; j++ {
		b.Write(events[j])
		if b.Len() > 60000 || *rate > 0 {
			if _, err := w.Write(b.Bytes()); err != nil {
				return
			}
			b.Reset()
			if *rate > 0 {
				if j%(1+*rate/100) == 0 {
					f.Flush()
				}
				if d := time.Duration(j)*time.Second/time.Duration(*rate) - time.Since(start); d > 0 {
					time.Sleep(d)
				}
			}
		}
	}
	w.Write(b.Bytes())
	f.Flush()
	log.Printf("sent %d events in %.3f s", *m, time.Since(start).Seconds())
	<-r.Context().Done()
}

func main() {
	flag.Parse()
	for i := 0; i < *n; i++ {
		pods = append(pods, pod(i, rv0-i%1000))
	}
	if !json.Valid(pods[0]) {
		log.Fatal("bad pod")
	}
	if flag.Arg(0) == "dump" {
		os.Stdout.Write(pods[0])
		return
	}
	for j := 0; j < *m; j++ {
		var b bytes.Buffer
		b.WriteString(`{"type":"MODIFIED","object":`)
		b.Write(pod(j%*n, rv0+1+j))
		b.WriteString("}\n")
		events = append(events, b.Bytes())
	}
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("%d pods of %d bytes on http://%s", *n, len(pods[0]), l.Addr())
	log.Fatal(http.Serve(l, http.HandlerFunc(handler)))
}
