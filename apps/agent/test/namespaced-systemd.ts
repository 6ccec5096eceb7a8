import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isOnPath } from '@wardstone/testing';

const SYSTEMD = '/lib/systemd/systemd';
const UNSHARE = 'unshare --fork --kill-child --pid --mount --uts --ipc --cgroup --propagation private';
/** Inside the namespaces: its own /run and control groups, so that the machine's systemd is out of reach. */
const MOUNTS = `mount -t tmpfs tmpfs /run && mount -t proc proc /proc && mount -t tmpfs tmpfs /sys/fs/cgroup
  if [ "$HYBRID" = yes ]; then
    mkdir /sys/fs/cgroup/unified /sys/fs/cgroup/systemd && mount -t cgroup2 cgroup2 /sys/fs/cgroup/unified &&
      mount -t cgroup -o none,name=systemd cgroup /sys/fs/cgroup/systemd
  else
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
  fi`;
const GROUPS = '/sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd';
/** Runs until its input ends, so that nothing is left when the test is killed. */
const WRAPPER = `
  for at in ${GROUPS}; do [ ! -e $at/cgroup.procs ] || mkdir $at/$NAME || exit; done
  sh -c 'for at in ${GROUPS}; do [ ! -e $at/$NAME ] || echo $$ > $at/$NAME/cgroup.procs; done
    exec ${UNSHARE} sh -c "$INSIDE"' < /dev/null &
  read -r end
  # The end of the first process of a namespace ends the others, and is told after theirs.
  kill -KILL "$(cat "$PID_FILE" || echo $!)"
  wait $!
  for at in ${GROUPS}; do [ ! -e $at/$NAME ] || find $at/$NAME -depth -type d -exec rmdir {} + ; done`;
const HYBRID = fs.existsSync('/sys/fs/cgroup/systemd') ? 'yes' : 'no';

/** Whether systemd can be started here: it needs root, namespaces and control groups. */
export function canStartSystemd(): boolean {
  if (process.geteuid?.() !== 0 || !fs.existsSync(SYSTEMD)) return false;
  if (!['unshare', 'nsenter', 'systemctl', 'find'].every(isOnPath)) return false;
  const trial = ['-c', `exec ${UNSHARE} sh -c "$INSIDE"`];
  return spawnSync('sh', trial, { env: { ...process.env, HYBRID, INSIDE: `set -e; ${MOUNTS}` } }).status === 0;
}

/** A unit that starts without the services of a machine. */
export function toUnit(...service: string[]): string {
  return `${['[Unit]', 'DefaultDependencies=no', '[Service]', ...service].join('\n')}\n`;
}

/** A unit that runs and reloads, but does not start while the file exists. */
export function toBreakableUnit(file: string): string {
  const start = [`ExecStartPre=/bin/sh -c "test ! -e ${file}"`, 'ExecStart=/bin/sleep 3600'];
  return toUnit(...start, 'ExecReload=/bin/true');
}

/** A real systemd in its own namespaces, with only the given units. */
export class NamespacedSystemd {
  /** Program that controls it. */
  readonly systemctl: string;
  private readonly wrapper: ChildProcess;

  constructor(folder: string, units: Readonly<Record<string, string>>) {
    const [own, pidFile] = [path.join(folder, 'units'), path.join(folder, 'systemd.pid')];
    fs.mkdirSync(own);
    fs.writeFileSync(path.join(own, 'test.target'), '[Unit]\nDescription=Test\n');
    for (const [name, text] of Object.entries(units)) fs.writeFileSync(path.join(own, name), text);
    this.systemctl = path.join(folder, 'real-systemctl');
    const script = `#!/bin/sh\nexec nsenter -t "$(cat ${pidFile})" -m -p -i -u systemctl "$@"\n`;
    fs.writeFileSync(this.systemctl, script, { mode: 0o755 });
    const inside = `read -r pid rest < /proc/self/stat; ${MOUNTS}
      echo $pid > ${pidFile}
      exec ${SYSTEMD} --system --unit=test.target --show-status=no --log-target=null`;
    this.wrapper = spawn('sh', ['-c', WRAPPER], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {
        PATH: process.env['PATH'],
        container: 'lxc',
        SYSTEMD_UNIT_PATH: own,
        HYBRID,
        PID_FILE: pidFile,
        NAME: `test-${process.pid}-${path.basename(folder)}`,
        INSIDE: inside,
      },
    });
  }

  get isReady(): boolean {
    return this.control('is-active', 'test.target') === 0;
  }

  /** The exit code of systemctl. */
  control(...args: string[]): number | null {
    return spawnSync(this.systemctl, args).status;
  }

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.wrapper.once('exit', done));
    this.wrapper.stdin!.end();
    await ended;
  }
}
