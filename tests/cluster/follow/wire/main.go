// SPDX-License-Identifier: GPL-3.0-or-later

// Command wire writes src/demo/protobuf.txt: the numbers that Kubernetes' fields have in protobuf, in which client-go
// sends what it creates. In this folder: go run ./wire > ../../../src/demo/protobuf.txt
package main

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
)

const head = `# What each field is in protobuf: its number, its name in JSON, and its type. Written by tests/cluster/follow/wire.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# “[]” is a list, “{}” a map from strings, “!” what is told also when it is zero or empty, and “-” a message whose fields are
# those of the message that it is in.
`

// What the demo cluster serves, or is asked.
var versions = []string{
	"v1", "apps/v1", "authentication.k8s.io/v1", "authorization.k8s.io/v1", "autoscaling/v1", "autoscaling/v2", "batch/v1",
	"coordination.k8s.io/v1", "discovery.k8s.io/v1", "events.k8s.io/v1", "networking.k8s.io/v1", "policy/v1", "rbac.authorization.k8s.io/v1",
	"scheduling.k8s.io/v1", "storage.k8s.io/v1",
}

// What is written in another way than as a message of its fields.
var scalars = map[string]string{
	"meta/v1.Time": "time", "meta/v1.MicroTime": "microtime", "meta/v1.FieldsV1": "raw", "pkg/runtime.RawExtension": "raw",
	"api/resource.Quantity": "quantity", "util/intstr.IntOrString": "int-or-string",
	"authentication/v1.ExtraValue": "strings", "authorization/v1.ExtraValue": "strings",
}

func name(t reflect.Type) string {
	folder := path.Dir(t.PkgPath())
	return path.Base(folder) + "/" + path.Base(t.PkgPath()) + "." + t.Name()
}

type writer struct {
	messages map[string][]string
}

// word returns how a type is written, and sees to it that its message is.
func (self *writer) word(t reflect.Type) string {
	if scalar, ok := scalars[name(t)]; ok {
		return scalar
	}
	switch t.Kind() {
	case reflect.Pointer:
		return self.word(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32, reflect.Int64:
		return "int"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + self.word(t.Elem())
	case reflect.Map:
		return "{}" + self.word(t.Elem())
	case reflect.Struct:
		self.message(t)
		return name(t)
	}
	panic("no way to write " + t.String())
}

func (self *writer) message(t reflect.Type) {
	if _, done := self.messages[name(t)]; done {
		return
	}
	self.messages[name(t)] = nil
	var lines []string
	for i := range t.NumField() {
		if line := self.field(t.Field(i)); line != "" {
			lines = append(lines, line)
		}
	}
	self.messages[name(t)] = lines
}

func (self *writer) field(field reflect.StructField) string {
	wire := strings.Split(field.Tag.Get("protobuf"), ",")
	if len(wire) < 2 {
		return ""
	}
	words := strings.Split(field.Tag.Get("json"), ",")
	word := self.word(field.Type)
	scalar := slices.Contains([]string{"string", "bool", "int"}, word)
	if field.Type.Kind() == reflect.Pointer || scalar && !slices.Contains(words, "omitempty") {
		word = "!" + word
	}
	if words[0] == "" {
		words[0] = "-"
	}
	return fmt.Sprintf("%s %s %s", wire[1], words[0], word)
}

func main() {
	self := writer{messages: map[string][]string{}}
	roots := []string{"*/DeleteOptions = " + self.word(reflect.TypeFor[metav1.DeleteOptions]())}
	for kind, t := range scheme.Scheme.AllKnownTypes() {
		internal := strings.HasSuffix(kind.Kind, "List") || strings.HasPrefix(t.PkgPath(), "k8s.io/apimachinery/")
		if slices.Contains(versions, kind.GroupVersion().String()) && !internal {
			roots = append(roots, fmt.Sprintf("%s/%s = %s", kind.GroupVersion(), kind.Kind, self.word(t)))
		}
	}
	slices.Sort(roots)
	fmt.Print(head, "\n", strings.Join(roots, "\n"), "\n")
	var names []string
	for name := range self.messages {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Printf("\n%s\n%s", name, strings.Join(append(self.messages[name], ""), "\n"))
	}
}
