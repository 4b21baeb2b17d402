package main

import (
	"fmt"
	"io"
	"sync"
)

// Number of disagreements of one target that are printed.
const printedMax = 10

// Flags of a marker.
const (
	// The target forwarded this as a request of its own: a proxy said so in its response, or the
	// strict reader found it, where there is no proxy.
	isRequest = 1 << iota
	// A response belonged to it.
	isAnswered
	// Its marker is in the query, which is not logged.
	isNotLogged
)

// target is a way to a server: a proxy or a direct connection.
type target struct {
	name      string
	addresses []string
	// The beginning of the addresses from which the server receives the requests of this target.
	network string
	// Whether no proxy is in between, so that the strict reader decides what a request is.
	isDirect bool
	usesTLS  bool
	seed     uint64
	// The first case. All markers below are relative to it.
	first int

	// How often the server logged each marker, and the flags of each, by hidden or not.
	seen  [2][]uint8
	flags [2][]uint8

	lock    sync.Mutex
	counts  map[string]int
	shapes  map[string]map[string]int
	reports []string
	failed  map[int]bool
	// Requests and connections that the server logged.
	handled, refused, connections, reused int
}

func (t *target) prepare(seed uint64, first, cases int) {
	t.seed, t.first = seed, first
	t.counts, t.failed = map[string]int{}, map[int]bool{}
	t.shapes = map[string]map[string]int{}
	for kind := range t.seen {
		t.seen[kind] = make([]uint8, cases*requestsPerCase)
		t.flags[kind] = make([]uint8, cases*requestsPerCase)
	}
}

// index returns the place of a marker in the tables, or false if it was never sent.
func (t *target) index(m marker) (int, int, bool) {
	kind := 0
	if m.hidden {
		kind = 1
	}
	index := m.number - t.first*requestsPerCase
	return kind, index, index >= 0 && index < len(t.seen[kind])
}

func (t *target) set(m marker, flag uint8) {
	if kind, index, found := t.index(m); found {
		t.flags[kind][index] |= flag
	}
}

func (t *target) has(m marker, flag uint8) bool {
	kind, index, found := t.index(m)
	return found && t.flags[kind][index]&flag != 0
}

// record counts a request that the server handled.
func (t *target) record(m marker) {
	kind, index, found := t.index(m)
	if !found {
		t.disagree(m.number/requestsPerCase, fmt.Sprintf("handled %s, which was never sent", m))
	} else if t.seen[kind][index] < 2 {
		t.seen[kind][index]++
	}
}

func (t *target) count(name, shape string) {
	t.lock.Lock()
	t.counts[name]++
	if shape != "" {
		if t.shapes[shape] == nil {
			t.shapes[shape] = map[string]int{}
		}
		t.shapes[shape][name]++
	}
	t.lock.Unlock()
}

func (t *target) hasFailed(number int) bool {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.failed[number]
}

// disagree reports a disagreement, with what is needed to repeat it.
func (t *target) disagree(number int, what string) {
	test := generate(t.seed, number)
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.failed[number] {
		return
	}
	t.failed[number] = true
	if len(t.reports) < printedMax {
		t.reports = append(t.reports, fmt.Sprintf("%s: %s: %s\n  repeat with SEED=%d ONLY=%d\n  %q\n",
			t.name, test.shape, what, t.seed, number, test.bytes[:test.size]))
	}
}

// finish compares what the server logged with what the target forwarded.
func (t *target) finish() {
	for kind := range t.seen {
		for index, seen := range t.seen[kind] {
			m := marker{number: t.first*requestsPerCase + index, hidden: kind == 1}
			number := m.number / requestsPerCase
			switch {
			case seen > 1:
				t.disagree(number, fmt.Sprintf("the server handled %s twice", m))
			case seen == 1 && !t.has(m, isRequest):
				t.disagree(number, fmt.Sprintf("the server handled %s, which is not a request", m))
			case seen == 0 && t.has(m, isAnswered) && !t.has(m, isNotLogged):
				t.disagree(number, fmt.Sprintf("a response to %s, which is not in the log", m))
			}
		}
	}
}

func (t *target) print(output io.Writer, verbose bool) {
	counts := t.counts
	fmt.Fprintf(output, "%s: %d requests in %d cases: %d responses, %d cases refused by the proxy, "+
		"%d by the server, %d abandoned; the server handled %d on %d connections, %d reused, and "+
		"refused %d; %d disagreements\n", t.name, counts["case"]*requestsPerCase, counts["case"],
		counts["response"], counts["refused by proxy"], counts["refused by server"],
		counts["abandoned"], t.handled, t.connections, t.reused, t.refused, len(t.failed))
	if verbose {
		for shape, counts := range t.shapes {
			fmt.Fprintf(output, "  %-20s %v\n", shape, counts)
		}
	}
	for _, report := range t.reports {
		fmt.Fprintln(output, report)
	}
}
