import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeScript, parseDeclarations, scriptArguments } from '../src/control/script-declaration';
import { Scripts } from '../src/control/scripts';
import { plantFifo } from './hostile.builder';
import { PlantedProgram } from './planted-program';

const parse = (parameters: object) =>
  parseDeclarations(JSON.stringify({ clean: { file: 'clean.sh', parameters } }))[0]!;

describe('the declaration of scripts', () => {
  it('has names, files and the types of parameters', () => {
    const [script] = parseDeclarations(
      JSON.stringify({
        clean: {
          file: 'clean.sh',
          description: 'Empties the cache',
          timeoutSeconds: 60,
          parameters: {
            days: { type: 'integer', min: 1, max: 30 },
            mode: { type: 'choice', values: ['dry', 'real'] },
            note: { type: 'text', required: false },
          },
        },
      }),
    );
    expect(script).toMatchObject({ name: 'clean', file: 'clean.sh', timeoutSeconds: 60 });
    expect(describeScript(script!)).toBe(
      'Empties the cache. Parameters: days (1 to 30), mode (dry or real), note (text, optional)',
    );
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'not an object'],
    ['{"a":{"file":"../x"}}', 'not the name of a file'],
    ['{"a":{"file":"/bin/sh"}}', 'not the name of a file'],
    ['{"a":{"file":".hidden"}}', 'not the name of a file'],
    ['{"--help":{"file":"x"}}', 'not a name'],
    ['{"a":{"file":"x","shell":true}}', 'unknown field shell'],
    ['{"a":{"file":"x","timeoutSeconds":0}}', 'timeoutSeconds'],
    ['{"a":{"file":"x","parameters":{"p":{"type":"code"}}}}', 'type is not'],
    ['{"a":{"file":"x","parameters":{"p":{"type":"choice","values":[]}}}}', 'values is not'],
    ['{"a":{"file":"x","parameters":{"a b":{"type":"text"}}}}', 'not a name'],
  ])('names its first mistake: %s', (text, mistake) => expect(() => parseDeclarations(text)).toThrow(mistake));
});

describe('the arguments of a script', () => {
  const script = parse({
    note: { type: 'text', required: false, maxLength: 40 },
    days: { type: 'integer', min: 1, max: 30, required: false },
    force: { type: 'boolean', required: false },
    mode: { type: 'choice', values: ['dry', 'real'] },
  });

  it('are in the order of the declaration, each with its name', () => {
    expect(scriptArguments(script, 'mode=dry\r\ndays=3\n\nforce=true')).toEqual([
      '--days=3',
      '--force=true',
      '--mode=dry',
    ]);
  });

  it.each(['; reboot', '$(reboot)', '`reboot`', '| sh', '--mode=real', '-rf /', '\' "', '*', '../../etc', 'a=b'])(
    'are passed as one argument each: %s',
    (note) => expect(scriptArguments(script, `note=${note}\nmode=dry`)).toEqual([`--note=${note}`, '--mode=dry']),
  );

  it.each([
    ['mode=dry\nnote=a\0b', 'control character'],
    ['mode=dry\nnote=a\u001b[1m', 'control character'],
    ['mode=dry\ndays=31', 'days must be a whole number of 1 to 30'],
    ['mode=dry\ndays=1e1', 'days must be'],
    ['mode=dry\ndays=$(id)', 'days must be'],
    ['mode=dry\nforce=yes', 'force must be true or false'],
    ['mode=wet', 'mode must be one of dry, real'],
    ['mode=dry\nmode=real', 'mode is given twice'],
    ['days=3', 'mode is required'],
    ['mode=dry\nother=1', 'no parameter "other"'],
    ['mode=dry\n--mode=real', 'no parameter "--mode"'],
    ['mode', 'no parameter ""'],
    [`mode=dry\nnote=${'x'.repeat(41)}`, 'longer than 40'],
  ])('are refused if they do not fit their types: %j', (text, mistake) =>
    expect(() => scriptArguments(script, text)).toThrow(mistake),
  );
});

describe('the scripts of the owner of a host', () => {
  let folder: string;
  let script: PlantedProgram;
  let scripts: Scripts;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scripts-'));
    script = new PlantedProgram(
      folder,
      'clean.js',
      `console.log('cleaned'); process.exit(args.includes('--mode=fail') ? 3 : 0);`,
    );
    const parameters = { mode: { type: 'choice', values: ['dry', 'fail'] }, note: { type: 'text', required: false } };
    declare({ clean: { file: 'clean.js', parameters } });
    scripts = new Scripts(folder);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const declare = (declaration: object): void =>
    fs.writeFileSync(path.join(folder, 'scripts.json'), JSON.stringify(declaration));
  const run = (given: string, name = 'clean', signal = new AbortController().signal) =>
    scripts.getOperation(name, 'run')!({ parameters: { arguments: given }, signal, report: () => undefined });

  it('run with their arguments, and have exit code and output as result', async () => {
    await expect(run('mode=dry\nnote=$(touch x); `id`')).resolves.toEqual({
      command: 'clean.js --mode=dry --note=$(touch x); `id`',
      exitCode: 0,
      output: 'cleaned\n',
    });
    expect(script.calls[0]!.args).toEqual(['--mode=dry', '--note=$(touch x); `id`']);
    expect(fs.existsSync(path.join(folder, 'x'))).toBe(false);
  });

  it('fail with their exit code', async () => {
    await expect(run('mode=fail')).rejects.toMatchObject({
      message: 'It ended with exit code 3',
      result: { exitCode: 3, output: 'cleaned\n' },
    });
  });

  it.each(['other', '../clean', 'clean.js', '/bin/sh', '--help', '__proto__', 'clean\n', ''])(
    'are run only if they are declared: %j',
    async (name) => {
      await expect(run('mode=dry', name)).rejects.toThrow('does not declare the script');
      expect(script.calls).toEqual([]);
    },
  );

  it.each([
    ['a script that others may write', () => fs.chmodSync(path.join(folder, 'clean.js'), 0o757), 'can be written'],
    ['a script that its group may write', () => fs.chmodSync(path.join(folder, 'clean.js'), 0o775), 'can be written'],
    ['a folder that others may write', () => fs.chmodSync(folder, 0o777), 'can be written by others'],
    [
      'a declaration that others may write',
      () => fs.chmodSync(path.join(folder, 'scripts.json'), 0o666),
      'scripts.json can be written by others',
    ],
    [
      'a link in the place of a script',
      () => {
        fs.rmSync(path.join(folder, 'clean.js'));
        fs.symlinkSync('/bin/true', path.join(folder, 'clean.js'));
      },
      'is a link',
    ],
    [
      'a link in the place of the declaration',
      () => {
        fs.renameSync(path.join(folder, 'scripts.json'), path.join(folder, 'other.json'));
        fs.symlinkSync('other.json', path.join(folder, 'scripts.json'));
      },
      'is a link',
    ],
    [
      'a folder in the place of a script',
      () => {
        fs.rmSync(path.join(folder, 'clean.js'));
        fs.mkdirSync(path.join(folder, 'clean.js'));
      },
      'is not a regular file',
    ],
    ['a FIFO in the place of a script', () => plantFifo(path.join(folder, 'clean.js')), 'is not a regular file'],
    [
      'a FIFO in the place of the declaration',
      () => plantFifo(path.join(folder, 'scripts.json')),
      'is not a regular file',
    ],
  ])('are not run: %s', async (_what, change, reason) => {
    change();
    await expect(run('mode=dry')).rejects.toThrow(reason);
    expect(script.calls).toEqual([]);
  });

  // Only root can give a file away.
  (process.geteuid?.() === 0 ? it : it.skip)('are not run: a script of another user', async () => {
    fs.chownSync(path.join(folder, 'clean.js'), 12345, 12345);
    await expect(run('mode=dry')).rejects.toThrow('belongs to another user');
    await expect(scripts.readAvailability(['clean'])).resolves.toEqual(['DOWN']);
  });

  it('run once at a time', async () => {
    script = new PlantedProgram(folder, 'clean.js', 'setTimeout(() => {}, 500);');
    const runs = await Promise.allSettled([run('mode=dry'), run('mode=dry')]);
    // Either may be the first: both check the script's file before they begin.
    expect(runs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(runs.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'The script is running already' },
    });
    await expect(run('mode=dry')).resolves.toMatchObject({ exitCode: 0 });
  });

  it('are stopped at the time limit that the owner declares', async () => {
    script = new PlantedProgram(folder, 'clean.js', `console.log('begun'); setInterval(() => {}, 1_000);`);
    declare({ clean: { file: 'clean.js', timeoutSeconds: 1 } });
    await expect(run('')).rejects.toMatchObject({ message: 'Timed out: more than 1 s', result: { output: 'begun\n' } });
  });

  it('are resources of the machine; a mistake in their declaration is a problem of the agent', async () => {
    await expect(scripts.discover()).resolves.toMatchObject([
      { key: 'clean', typeName: 'Script', description: 'Parameters: mode (dry or fail), note (text, optional)' },
    ]);
    fs.writeFileSync(path.join(folder, 'scripts.json'), '{');
    await expect(scripts.discover()).resolves.toEqual([]);
    expect(scripts.problems).toEqual(['AGENT_SCRIPTS: it is not JSON']);
  });

  it('do not exist without a folder', async () => {
    scripts = new Scripts(undefined);
    await expect(scripts.discover()).resolves.toEqual([]);
    await expect(run('')).rejects.toThrow('names no folder');
  });
});
