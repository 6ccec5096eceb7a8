import fs from 'node:fs';
import path from 'node:path';

interface Call {
  args: string[];
  environment: Record<string, string>;
  pid: number;
}

/** A JavaScript program that records its arguments, then runs `body`. */
export class PlantedProgram {
  readonly path: string;
  private readonly record: string;

  constructor(folder: string, name: string, body = '') {
    this.path = path.join(folder, name);
    this.record = path.join(folder, `${name}.calls`);
    fs.writeFileSync(
      this.path,
      `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
const folder = ${JSON.stringify(folder)};
const call = { args, environment: process.env, pid: process.pid };
fs.appendFileSync(${JSON.stringify(this.record)}, JSON.stringify(call) + '\\n');
${body}
`,
      { mode: 0o755 },
    );
  }

  /** Calls so far. */
  get calls(): Call[] {
    if (!fs.existsSync(this.record)) return [];
    const lines = fs.readFileSync(this.record, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Call);
  }
}

/** systemctl of units whose states are in `units.json` of the folder: `{ "nginx.service": "active" }`. */
export function plantSystemctl(folder: string, body = ''): PlantedProgram {
  return new PlantedProgram(
    folder,
    'systemctl',
    `const file = folder + '/units.json';
const units = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
const unit = args.at(-1);
const write = () => fs.writeFileSync(file, JSON.stringify(units));
${body}
switch (args.find((each) => !each.startsWith('-'))) {
  case 'show':
    for (const name of args.slice(args.indexOf('--') + 1)) {
      const state = units[name];
      console.log('LoadState=' + (state ? 'loaded' : 'not-found') + '\\nActiveState=' + (state || 'inactive'));
      console.log('SubState=' + (state === 'active' ? 'running' : 'dead') + '\\nCanReload=yes\\n');
    }
    break;
  case 'status':
    console.log(unit + ' - ' + units[unit]);
    process.exitCode = units[unit] === 'active' ? 0 : 3;
    break;
  case 'stop':
    units[unit] = 'inactive';
    write();
    break;
  default:
    units[unit] = 'active';
    write();
}`,
  );
}
