import fs from 'node:fs';
import path from 'node:path';

/**
 * A program with the command line of oscap: records its arguments, waits for `release`, lists the outcomes of rules,
 * and writes the result.
 */
export class PlantedScanner {
  readonly program: string;

  constructor(private readonly folder: string) {
    this.program = path.join(folder, 'oscap');
    fs.writeFileSync(
      this.program,
      `#!${process.execPath}
const fs = require('node:fs');
const folder = ${JSON.stringify(folder)};
const read = (name) => (fs.existsSync(folder + '/' + name) ? fs.readFileSync(folder + '/' + name, 'utf8') : '');
const call = { args: process.argv.slice(2), environment: process.env, pid: process.pid };
fs.appendFileSync(folder + '/calls', JSON.stringify(call) + '\\n');
const result = process.argv[process.argv.indexOf('--results-arf') + 1];
const wait = setInterval(() => {
  if (read('release') === '') return;
  clearInterval(wait);
  process.stdout.write(read('outcomes') || 'xccdf_org.test_rule_one:pass\\nxccdf_org.test_rule_two:fail\\n');
  if (read('complaint')) {
    process.stderr.write(read('complaint'));
    process.exit(1);
  }
  // Each result is unique, because process ids are reused.
  fs.writeFileSync(result, '<arf:asset-report-collection>' + crypto.randomUUID() + '</arf:asset-report-collection>\\n');
  process.exitCode = 2;
}, 10);
`,
      { mode: 0o755 },
    );
  }

  /** Calls so far. */
  get calls(): { args: string[]; environment: Record<string, string>; pid: number }[] {
    const file = path.join(this.folder, 'calls');
    if (!fs.existsSync(file)) return [];
    const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as PlantedScanner['calls'][0]);
  }

  /** Lets the scan end. */
  release(): void {
    this.write('release', 'yes');
  }

  hold(): void {
    fs.rmSync(path.join(this.folder, 'release'), { force: true });
  }

  write(name: 'release' | 'outcomes' | 'complaint', text: string): void {
    fs.writeFileSync(path.join(this.folder, name), text);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
