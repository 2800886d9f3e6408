// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"math/rand"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

const (
	namespace = "follow"
	names     = 12 // few, so that one which was deleted soon comes back as another object
)

// writer changes Deployments and ConfigMaps of a namespace at random, as a person with kubectl would.
type writer struct {
	clients kubernetes.Interface
	random  *rand.Rand
	done    int
	refused int
	failed  int
}

func newWriter(config *rest.Config, random *rand.Rand) (*writer, error) {
	clients, err := kubernetes.NewForConfig(config)
	return &writer{clients: clients, random: random}, err
}

func (self *writer) begin(ctx context.Context) error {
	space := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
	_, err := self.clients.CoreV1().Namespaces().Create(ctx, space, metav1.CreateOptions{})
	return err
}

func (self *writer) end(ctx context.Context) {
	_ = self.clients.CoreV1().Namespaces().Delete(ctx, namespace, metav1.DeleteOptions{})
}

// act does one thing. That an object is there already, or not there, is an answer like another.
func (self *writer) act(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	name := fmt.Sprintf("web-%d", self.random.Intn(names))
	err := self.choose()(ctx, name)
	switch {
	case err == nil:
		self.done++
	case errors.ReasonForError(err) != metav1.StatusReasonUnknown:
		self.refused++
	default:
		self.failed++
	}
}

func (self *writer) choose() func(context.Context, string) error {
	return []func(context.Context, string) error{
		self.createDeployment, self.createDeployment, self.scale, self.setImage, self.annotate, self.deleteDeployment,
		self.createConfigMap, self.createConfigMap, self.changeConfigMap, self.changeConfigMap, self.deleteConfigMap,
	}[self.random.Intn(11)]
}

func (self *writer) image() string {
	return fmt.Sprintf("registry.example.com/web:%d", self.random.Intn(100))
}

func (self *writer) createDeployment(ctx context.Context, name string) error {
	labels := map[string]string{"app": name}
	replicas := int32(self.random.Intn(3))
	deployment := &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: self.image()}}},
			},
		},
	}
	_, err := self.clients.AppsV1().Deployments(namespace).Create(ctx, deployment, metav1.CreateOptions{})
	return err
}

func (self *writer) patchDeployment(ctx context.Context, name, format string, values ...any) error {
	_, err := self.clients.AppsV1().Deployments(namespace).Patch(ctx, name, types.StrategicMergePatchType,
		fmt.Appendf(nil, format, values...), metav1.PatchOptions{})
	return err
}

func (self *writer) scale(ctx context.Context, name string) error {
	return self.patchDeployment(ctx, name, `{"spec":{"replicas":%d}}`, self.random.Intn(4))
}

func (self *writer) setImage(ctx context.Context, name string) error {
	return self.patchDeployment(ctx, name, `{"spec":{"template":{"spec":{"containers":[{"name":"web","image":%q}]}}}}`, self.image())
}

func (self *writer) annotate(ctx context.Context, name string) error {
	return self.patchDeployment(ctx, name, `{"metadata":{"annotations":{"note":%q}}}`, self.image())
}

func (self *writer) deleteDeployment(ctx context.Context, name string) error {
	policy := metav1.DeletePropagationBackground
	return self.clients.AppsV1().Deployments(namespace).Delete(ctx, name, metav1.DeleteOptions{PropagationPolicy: &policy})
}

func (self *writer) createConfigMap(ctx context.Context, name string) error {
	text := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string]string{"image": self.image()}}
	_, err := self.clients.CoreV1().ConfigMaps(namespace).Create(ctx, text, metav1.CreateOptions{})
	return err
}

func (self *writer) changeConfigMap(ctx context.Context, name string) error {
	_, err := self.clients.CoreV1().ConfigMaps(namespace).Patch(ctx, name, types.MergePatchType,
		fmt.Appendf(nil, `{"data":{"image":%q}}`, self.image()), metav1.PatchOptions{})
	return err
}

func (self *writer) deleteConfigMap(ctx context.Context, name string) error {
	return self.clients.CoreV1().ConfigMaps(namespace).Delete(ctx, name, metav1.DeleteOptions{})
}

func (self *writer) report() {
	fmt.Printf("# writes: %d done, %d refused, %d failed\n", self.done, self.refused, self.failed)
}
