// request-ends sends generated requests to chatterd, directly and through nginx, HAProxy and
// Apache, and fails if two of them disagree about where a request ends: then the status is 1. If
// the test itself fails, it is 2.
//
//	request-ends -chatterd PROGRAM -database URL -directory DIRECTORY [-requests 1000000]
//
// DIRECTORY has the certificate of chatterd and of its authority; the programs write there.
// With -self-test, a lenient proxy and a lenient server take the place of the real ones.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

var (
	program   = flag.String("chatterd", ".build/debug/chatterd", "program")
	database  = flag.String("database", "", "URL of the database")
	directory = flag.String("directory", "", "directory with the certificate")
	requests  = flag.Int("requests", 1000000, "requests for each target")
	seed      = flag.Uint64("seed", 1, "seed of the requests")
	only      = flag.Int("only", -1, "the number of a single case")
	names     = flag.String("targets", "direct,nginx,haproxy,apache", "targets")
	workers   = flag.Int("connections", 48, "connections to each target")
	verbose   = flag.Bool("verbose", false, "print counts for each shape")
	selfTest  = flag.Bool("self-test", false, "find the disagreements of a lenient proxy")
)

// The beginnings of the source addresses by which chatterd's log tells the targets apart.
var networks = map[string]string{
	"direct": "127.0.1.", "nginx": "127.0.2.", "haproxy": "127.0.3.", "apache": "127.0.4.",
}

func main() {
	flag.Parse()
	if *selfTest {
		os.Exit(runSelfTest())
	}
	// A child receives Pdeathsig when the thread that started it ends.
	runtime.LockOSThread()
	failed, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "request-ends:", err)
	}
	switch {
	case err != nil:
		os.Exit(2)
	case failed:
		os.Exit(1)
	}
}

// run tests all targets. It returns whether there are disagreements.
func run() (bool, error) {
	programs := &servers{directory: *directory}
	defer programs.stop()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	log, err := programs.startChatterd(*program, *database)
	if err != nil {
		return false, err
	}
	first, cases := caseRange()
	var targets []*target
	for _, name := range strings.Split(*names, ",") {
		if networks[name] == "" {
			return false, fmt.Errorf("unknown target %s", name)
		}
		t := &target{name: name, network: networks[name], isDirect: name == "direct"}
		t.prepare(*seed, first, cases)
		if t.isDirect {
			t.addresses, t.usesTLS = []string{programs.address}, true
		} else if err := programs.startProxy(t, *workers); err != nil {
			return false, err
		}
		targets = append(targets, t)
	}
	followed := make(chan error, 1)
	go func() { followed <- programs.follow(log, targets) }()
	done := make(chan error, 1)
	go func() { done <- programs.sendAll(targets, first, cases) }()
	select {
	case err = <-done:
	case caught := <-signals:
		return false, fmt.Errorf("ended by %s", caught)
	}
	programs.stop()
	<-followed
	if err != nil {
		return false, err
	}
	failed := programs.dropped
	if programs.dropped {
		fmt.Fprintln(os.Stderr, "request-ends: chatterd left lines out of its log")
	}
	for _, t := range targets {
		t.finish()
		t.print(os.Stdout, *verbose)
		failed = failed || len(t.failed) > 0
	}
	return failed, nil
}

// caseRange returns the number of the first case and how many there are.
func caseRange() (int, int) {
	if *only >= 0 {
		return *only, 1
	}
	return 0, (*requests + requestsPerCase - 1) / requestsPerCase
}

// sendAll sends every case to every target, over several connections to each.
func (s *servers) sendAll(targets []*target, first, cases int) error {
	configuration, err := s.clientTLS()
	if err != nil {
		return err
	}
	var group sync.WaitGroup
	failures := make(chan error, len(targets)**workers)
	for _, t := range targets {
		var next int64
		for worker := 0; worker < *workers; worker++ {
			group.Add(1)
			go func(t *target, worker int) {
				defer group.Done()
				client := client{target: t, tls: configuration, number: worker}
				defer client.close()
				for {
					index := int(atomic.AddInt64(&next, 1)) - 1
					if index >= cases {
						return
					}
					if err := client.send(generate(t.seed, first+index)); err != nil {
						failures <- fmt.Errorf("%s: %w", t.name, err)
						return
					}
				}
			}(t, worker)
		}
	}
	group.Wait()
	close(failures)
	return <-failures
}
