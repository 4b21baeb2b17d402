package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"embed"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/template"
	"time"
)

//go:embed proxies
var configurations embed.FS

const (
	startMax = 60 * time.Second
	stopMax  = 20 * time.Second
	tick     = 20 * time.Millisecond
	// chatterd drops log lines that a full pipe does not take, so the pipe is large.
	pipeBytes     = 1 << 20
	setPipeSize   = 1031
	apacheThreads = 64
)

// The last bytes of the source addresses of a proxy. chatterd logs at most 1,000 requests of one
// address in a second, and this test needs all of them.
var proxySources = [16]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}

// servers are the programs that this one has started, and chatterd's log.
type servers struct {
	directory string
	children  []*child
	address   string
	log       *os.File
	dropped   bool
}

type child struct {
	name   string
	output string
	*exec.Cmd
	ended chan struct{}
}

// start runs a program that ends with this one.
func (s *servers) start(name string, output *os.File, command string, arguments ...string) error {
	process := exec.Command(command, arguments...)
	process.Stdout, process.Stderr = output, output
	process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := process.Start(); err != nil {
		return err
	}
	started := &child{name, output.Name(), process, make(chan struct{})}
	s.children = append(s.children, started)
	go func() {
		_ = process.Wait()
		close(started.ended)
	}()
	return nil
}

// stop ends all programs, the last one first.
func (s *servers) stop() {
	for i := len(s.children) - 1; i >= 0; i-- {
		child := s.children[i]
		_ = child.Process.Signal(syscall.SIGTERM)
		select {
		case <-child.ended:
		case <-time.After(stopMax):
			_ = child.Process.Kill()
			<-child.ended
		}
	}
	s.children = nil
}

// startChatterd starts chatterd and waits for its address. `log` is then the rest of its log.
func (s *servers) startChatterd(program, database string) (*bufio.Reader, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, write.Fd(), setPipeSize, pipeBytes)
	err = s.start("chatterd", write, program, "serve", "--database", database,
		"--data-dir", s.directory, "--listen", "127.0.0.1:0", "--rate-limit", "0",
		"--log-format", "json", "--cors-origin", marker{}.origin(),
		"--connections-per-address-max", "4096")
	write.Close()
	if err != nil {
		return nil, err
	}
	_ = read.SetReadDeadline(time.Now().Add(startMax))
	log := bufio.NewReaderSize(read, pipeBytes)
	for {
		line, err := log.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("chatterd did not start: %w", err)
		}
		if strings.Contains(line, `"level":"error"`) {
			fmt.Fprint(os.Stderr, line)
		}
		if s.address = member(line, "addresses"); s.address != "" {
			_ = read.SetReadDeadline(time.Time{})
			return log, nil
		}
	}
}

// member returns a member of a line of JSON whose value is a string without escapes.
func member(line, name string) string {
	_, rest, found := strings.Cut(line, `"`+name+`":"`)
	if !found {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// follow reads chatterd's log to its end and gives each request to the target it came from.
func (s *servers) follow(log *bufio.Reader, targets []*target) error {
	bySource := map[string]*target{}
	for _, target := range targets {
		bySource[target.network] = target
	}
	for {
		line, err := log.ReadString('\n')
		if err != nil {
			return nil
		}
		if strings.Contains(line, `"level":"error"`) {
			fmt.Fprint(os.Stderr, line)
		}
		message := member(line, "message")
		if message == "dropped log lines" || message == "lines of requests left out" {
			s.dropped = true
		}
		remote := member(line, "remote")
		target := bySource[remote[:strings.LastIndex(remote, ".")+1]]
		if message != "request" || target == nil {
			continue
		}
		if strings.HasSuffix(member(line, "request"), "-1") {
			target.connections++
		} else {
			target.reused++
		}
		target.handled++
		path := member(line, "path")
		if m, found := markerOfTarget(path); found {
			target.record(m)
		} else if path == "-" {
			target.refused++
		}
	}
}

// startProxy starts a proxy on a free port of loopback and waits until it accepts connections.
func (s *servers) startProxy(t *target, workers int) error {
	if err := t.choosePorts(); err != nil {
		return err
	}
	command := map[string][]string{
		"nginx":   {"nginx", "-e", s.path("nginx.log"), "-c", s.path("nginx.conf")},
		"haproxy": {"haproxy", "-q", "-db", "-f", s.path("haproxy.cfg")},
		"apache":  {"apache2", "-D", "FOREGROUND", "-f", s.path("apache.conf")},
	}[t.name]
	file := filepath.Base(command[len(command)-1])
	text, err := template.ParseFS(configurations, "proxies/"+file)
	if err != nil {
		return err
	}
	written, err := os.Create(s.path(file))
	if err != nil {
		return err
	}
	defer written.Close()
	values := map[string]any{
		"Directory": s.directory, "Addresses": t.addresses, "Network": t.network, "Chatterd": s.address,
		"Authority": s.path("chatterd-ca.crt"), "Workers": workers, "Threads": apacheThreads,
		"Modules": []string{"mpm_event", "authz_core", "headers", "proxy", "proxy_http", "ssl",
			"socache_shmcb"},
		"Sources": proxySources, "IsRoot": os.Geteuid() == 0,
	}
	if err := text.Execute(written, values); err != nil {
		return err
	}
	output, err := os.Create(s.path(t.name + ".output"))
	if err != nil {
		return err
	}
	defer output.Close()
	if err := s.start(t.name, output, command[0], command[1:]...); err != nil {
		return err
	}
	return s.waitFor(t, s.children[len(s.children)-1])
}

// choosePorts finds free ports: one for a proxy that has several source addresses itself, and one
// for each source address of Apache, which has one for each virtual host.
func (t *target) choosePorts() error {
	count := 1
	if t.name == "apache" {
		count = len(proxySources)
	}
	for len(t.addresses) < count {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		// They stay occupied until all are known, so that they differ.
		defer free.Close()
		t.addresses = append(t.addresses, free.Addr().String())
	}
	return nil
}

func (s *servers) waitFor(t *target, process *child) error {
	deadline := time.Now().Add(startMax)
	for {
		connection, err := net.Dial("tcp", t.addresses[0])
		if err == nil {
			return connection.Close()
		}
		select {
		case <-process.ended:
			output, _ := os.ReadFile(process.output)
			return fmt.Errorf("%s did not start: %s", t.name, output)
		case <-time.After(tick):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s does not accept connections", t.name)
		}
	}
}

func (s *servers) path(name string) string { return filepath.Join(s.directory, name) }

// clientTLS returns a configuration that trusts chatterd's authority and resumes sessions.
func (s *servers) clientTLS() (*tls.Config, error) {
	pem, err := os.ReadFile(s.path("chatterd-ca.crt"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	return &tls.Config{RootCAs: roots, ServerName: "localhost", NextProtos: []string{"http/1.1"},
		ClientSessionCache: tls.NewLRUClientSessionCache(0)}, nil
}
