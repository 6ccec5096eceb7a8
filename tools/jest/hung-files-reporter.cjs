const { execFileSync } = require('node:child_process');
const fs = require('node:fs');

/** Far longer than any test file takes on a slow and busy machine; with THOROUGH, thousands of random cases run. */
function limitMsOf(file) {
  const ofWholeSystem = /[\\/]e2e[\\/]/.test(file);
  return (process.env['THOROUGH'] === 'yes' ? 240 : ofWholeSystem ? 40 : 15) * 60_000;
}

/** Ends a run in which a test waits for ever, because the runner has no timeout for tests. */
module.exports = class HungFilesReporter {
  timers = new Map();

  constructor({ outputFile }, { limitMs } = {}) {
    this.outputFile = outputFile;
    this.limitMs = limitMs;
  }

  onTestFileStart({ path }) {
    const limitMs = this.limitMs ?? limitMsOf(path);
    const end = () => {
      const message = `has not ended within ${limitMs / 60_000} minutes.`;
      console.error(`\n${path} ${message}`);
      if (this.outputFile) fs.writeFileSync(this.outputFile, JSON.stringify(toReport(path, message, limitMs)));
      endPrograms();
      process.exit(1);
    };
    this.timers.set(path, setTimeout(end, limitMs).unref());
  }

  onTestFileResult({ path }) {
    clearTimeout(this.timers.get(path));
  }
};

/** What jest would have written; results of the other files are lost. */
function toReport(name, message, limitMs) {
  const endTime = Date.now();
  const result = { name, message, status: 'failed', assertionResults: [], startTime: endTime - limitMs, endTime };
  return {
    wasInterrupted: true,
    numPassedTests: 0,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 1,
    testResults: [result],
  };
}

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
