import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '@wardstone/config';
import { eventually } from '@wardstone/testing';
import { Agent } from '../../apps/agent/src/agent';
import { AgentConfig } from '../../apps/agent/src/agent.config';
import { createLogger } from '../../apps/agent/src/logger';
import { aMachine, aSnapshot } from '../../apps/agent/test/machine.builder';
import { PlantedProgram, plantSystemctl } from '../../apps/agent/test/planted-program';
import { useMonitoring } from '../../apps/monitoring/src/test/use-monitoring';
import { type LoginDoor, openLoginDoor } from './login-door';

interface Execution {
  status: string;
  errorMessage: string | null;
  result: Record<string, string | null>;
}

/** An agent and a server; systemd is a program that records how it is called. */
describe('what the owner of a host permits', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'host-control-'));
  const systemctl = plantSystemctl(folder);
  new PlantedProgram(folder, 'clean.js', `console.log(args.join(' ')); process.exitCode = 3;`);
  let door: LoginDoor;
  let agent: Agent;
  // Stopped before the service, because the agent would go on sending requests.
  afterAll(async () => {
    await agent.stop();
    await door.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const api = useMonitoring(() => ({ AGENTS_IMPORT: 'on' }));

  beforeAll(async () => {
    fs.writeFileSync(path.join(folder, 'units.json'), '{"nginx.service":"inactive","sshd.service":"active"}');
    fs.writeFileSync(path.join(folder, 'app.log'), 'one\ntwo\n');
    const parameters = { mode: { type: 'choice', values: ['dry'] } };
    fs.writeFileSync(path.join(folder, 'scripts.json'), JSON.stringify({ clean: { file: 'clean.js', parameters } }));
    door = await openLoginDoor(api, 'a');
    const config = loadConfig(AgentConfig, {
      WARDSTONE_URL: `http://127.0.0.1:${door.port}`,
      AGENT_NAME: 'a',
      AGENT_TOKEN: 'wsj_any',
      AGENT_STATE_DIR: path.join(folder, 'state'),
      AGENT_IMPORT: 'on',
      AGENT_SYNC_SECONDS: '1',
      AGENT_LOG_FILES: path.join(folder, 'app.log'),
      AGENT_UNITS: 'nginx',
      AGENT_LOG_TAIL: 'on',
      AGENT_SCRIPTS: folder,
      AGENT_CONFIGURATION: 'users',
      AGENT_PROBE_TARGETS: '127.0.0.1',
      AGENT_SYSTEMCTL: systemctl.path,
    });
    const machine = aMachine(() => aSnapshot({ timeMs: api.clock.now() }));
    agent = new Agent({ config, machine, clock: api.clock, logger: createLogger('silent') });
    void agent.run();
  });

  const read = async <T>(target: string): Promise<T> => (await api.get(target).expect(200)).body as T;
  const resourceNamed = async (name: string): Promise<number> => {
    const find = async () =>
      (await read<{ resourceId: number; resourceName: string }[]>(`/rest/resource?q=${name}&status=COMMITTED`)).find(
        ({ resourceName }) => resourceName === name,
      )?.resourceId;
    await eventually(`the resource ${name}`, async () => (await find()) !== undefined);
    return (await find())!;
  };
  const order = async (resourceId: number, name: string, params: object = {}): Promise<string> => {
    const definitions = await read<{ id: number; name: string }[]>(
      `/rest/operation/definitions?resourceId=${resourceId}`,
    );
    const { id: definition } = definitions.find((each) => each.name === name)!;
    const draft = (await api.post(`/rest/operation/definition/${definition}?resourceId=${resourceId}`)).body as {
      id: number;
    };
    const { body } = await api.put(`/rest/operation/${draft.id}`).send({ readyToSubmit: true, params }).expect(200);
    const [link] = (body as { links: { history: { href: string } }[] }).links;
    return link!.history.href.split('/').at(-1)!;
  };
  const getEnd = async (job: string): Promise<Execution> => {
    const find = () => read<Execution>(`/rest/operation/history/${job}`);
    await eventually('the end of the operation', async () => (await find()).status !== 'inprogress');
    return find();
  };

  it('is a resource of the host, whose operations end with their exit code and output', async () => {
    const unit = await resourceNamed('nginx.service');

    expect(await getEnd(await order(unit, 'restart'))).toMatchObject({
      status: 'success',
      result: {
        command: 'systemctl --no-ask-password restart -- nginx.service',
        exitCode: '0',
        state: 'active (running)',
        output: '',
      },
    });
    expect(systemctl.calls.map(({ args }) => args)).toContainEqual([
      '--no-ask-password',
      'restart',
      '--',
      'nginx.service',
    ]);
  });

  it('is a log file, whose last lines can be read', async () => {
    const log = await resourceNamed(path.join(folder, 'app.log'));

    expect(await getEnd(await order(log, 'tail', { lines: 1 }))).toMatchObject({
      status: 'success',
      result: { lineCount: '1', output: 'two\n' },
    });
  });

  it('is a script, whose output is kept when it fails', async () => {
    const script = await resourceNamed('clean');

    expect(await getEnd(await order(script, 'run', { arguments: 'mode=dry' }))).toMatchObject({
      status: 'failure',
      errorMessage: 'It ended with exit code 3',
      result: { command: 'clean.js --mode=dry', exitCode: '3', output: '--mode=dry\n' },
    });
    expect(await getEnd(await order(script, 'run', { arguments: 'mode=wet' }))).toMatchObject({
      status: 'failure',
      errorMessage: 'mode must be one of dry',
    });
  });

  it('is a part of its configuration', async () => {
    const users = await resourceNamed('users');
    const read = async () =>
      ((await api.get(`/rest/resource/${users}/configuration`)).body as { resourceConfig: object }).resourceConfig;
    await eventually('the configuration', async () => Object.keys(await read()).length > 0);

    expect(await read()).toMatchObject({ root: expect.stringMatching(/^0 /) as string });
  });

  it('is a target of a probe, whose state, values and reason are those of a resource', async () => {
    const shop = http.createServer((_request, response) => response.end('open'));
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    const add = async (resourceName: string, pluginConfig: object): Promise<number> => {
      const parentId = await resourceNamed('host-a');
      const sent = { resourceName, pluginName: 'Probes', typeName: 'HTTP Probe', parentId, pluginConfig };
      const { body } = await api.post('/rest/resource').send(sent).expect(201);
      return (body as { resourceId: number }).resourceId;
    };
    const probes = [
      await add('shop', { url, contains: 'open' }),
      await add('closed', { url, contains: 'closed' }),
      await add('elsewhere', { url: 'http://192.0.2.1/' }),
    ];
    const states = () =>
      Promise.all(probes.map(async (id) => (await read<{ type: string }>(`/rest/resource/${id}/availability`)).type));
    await eventually('the states', async () => {
      // The agent requests its resources again after a while.
      api.clock.advance(1_000);
      return (await states()).slice(0, 2).every((state) => state !== 'UNKNOWN');
    });

    expect(await states()).toEqual(['UP', 'DOWN', 'UNKNOWN']);
    const reason = 'probe elsewhere: AGENT_PROBE_TARGETS of this host does not list 192.0.2.1:80';
    await eventually('the reason', async () => {
      api.clock.advance(1_000);
      return JSON.stringify(await read('/rest/agents')).includes(reason);
    });
    await new Promise((done) => shop.close(done));
  });
});
