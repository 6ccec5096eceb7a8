const { execFileSync } = require('node:child_process');
const fs = require('node:fs');

/** Far longer than any test file takes on a slow and busy machine; with THOROUGH, thousands of random cases run. */
const LIMIT_MS = (process.env['THOROUGH'] === 'yes' ? 240 : 40) * 60_000;

/** Ends a run in which a test waits for ever, because the runner has no timeout for tests. */
module.exports = class HungFilesReporter {
  timers = new Map();

  constructor(_globalConfig, { limitMs = LIMIT_MS } = {}) {
    this.limitMs = limitMs;
  }

  onTestFileStart({ path }) {
    const end = () => {
      console.error(`\n${path} has not ended within ${this.limitMs / 60_000} minutes.`);
      endPrograms();
      process.exit(1);
    };
    this.timers.set(path, setTimeout(end, this.limitMs).unref());
  }

  onTestFileResult({ path }) {
    clearTimeout(this.timers.get(path));
  }
};

/** Ends the workers and the programs that their tests have started, which would outlive this process. */
function endPrograms() {
  const processes = listProcesses();
  const childrenOf = (parents) => processes.filter(({ parent }) => parents.includes(parent)).map(({ pid }) => pid);
  const workers = childrenOf([process.pid]);
  for (const pid of [...childrenOf(workers), ...workers]) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has just ended.
    }
  }
}

function listProcesses() {
  const lines =
    process.platform === 'linux'
      ? fs.readdirSync('/proc').flatMap(readStatus)
      : execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return { pid, parent };
  });
}

function readStatus(pid) {
  try {
    return /^\d+$/.test(pid)
      ? [`${pid} ${/^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]}`]
      : [];
  } catch {
    return [];
  }
}
