import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkMachine, identityOfMachine, OtherMachine } from '../src/state/machine-identity';
import { StateFolder } from '../src/state/state-folder';

describe('the machine of a state folder', () => {
  let state: StateFolder;
  beforeEach(() => (state = new StateFolder(fs.mkdtempSync(path.join(os.tmpdir(), 'machine-')))));
  afterEach(() => fs.rmSync(state.folder, { recursive: true }));

  it.each([
    ['is the same', 'web-1', 'id-1', undefined],
    ['was renamed', 'web-2', 'id-1', /the host name was web-1 and is web-2: if both machines exist/],
    ['was renamed and has no id any more', 'web-2', undefined, /the host name was web-1/],
    ['was rebuilt', 'web-1', 'id-2', undefined],
  ])('may be used when it %s', (_case, hostname, machine, said) => {
    checkMachine(state, { hostname: 'web-1', machine: 'id-1' });
    const problem = checkMachine(state, { hostname, machine });
    expect(problem).toEqual(said === undefined ? undefined : expect.stringMatching(said));
    expect(checkMachine(state, { hostname, machine })).toBeUndefined();
  });

  it('is refused on another machine, at every start', () => {
    checkMachine(state, { hostname: 'golden', machine: 'id-1' });
    const other = { hostname: 'web-1', machine: 'id-2' };
    expect(() => checkMachine(state, other)).toThrow(OtherMachine);
    expect(() => checkMachine(state, other)).toThrow(/another machine, golden.*npx wardstone account invite web-1/);
    expect(checkMachine(state, { hostname: 'golden', machine: 'id-1' })).toBeUndefined();
  });

  it('is identified by a digest of its machine id', () => {
    const file = path.join(state.folder, 'machine-id');
    expect(identityOfMachine('a', [file])).toEqual({ hostname: 'a', machine: undefined });
    fs.writeFileSync(file, 'uninitialized\n');
    expect(identityOfMachine('a', [file]).machine).toBeUndefined();
    fs.writeFileSync(file, `${'0a'.repeat(16)}\n`);
    const { machine } = identityOfMachine('a', ['/none', file]);
    expect(machine).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(machine)).not.toContain('0a0a');
  });
});
