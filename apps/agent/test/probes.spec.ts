import dgram from 'node:dgram';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import * as snmp from 'net-snmp';
import { PermittedTargets } from '../src/probes/permitted-targets';
import { probePing } from '../src/probes/ping-probe';
import { ProbeProperties } from '../src/probes/probe-properties';
import { PlantedProgram } from './planted-program';
import { writeSlowly, NOW, probe, useTargets } from './probe-targets';
import { aCertificate } from './tls-certificate.builder';

const DAY = 24 * 60 * 60_000;

describe('a probe', () => {
  const { open, listen } = useTargets();

  describe('of TLS', () => {
    const serveTls = (endMs: number): Promise<number> =>
      listen(tls.createServer(aCertificate('shop.example', endMs), (socket) => socket.on('error', () => undefined)));

    it('counts the days until the certificate expires', async () => {
      const port = await serveTls(NOW + 5 * DAY);
      expect(await probe('TLS Probe', { host: '127.0.0.1', port, verifyCertificate: 'false' })).toMatchObject({
        isUp: true,
        result: 'TLSv1.3',
        values: { daysLeft: 5, certificate: 'shop.example: 2026-06-06' },
      });
    });

    it('is down for a certificate that is not valid, and counts its days', async () => {
      const port = await serveTls(NOW - 2 * DAY);
      expect(await probe('TLS Probe', { host: '127.0.0.1', port })).toMatchObject({
        isUp: false,
        result: expect.stringMatching(/^the certificate is not valid: /) as string,
        values: { daysLeft: -2 },
      });
    });

    it('is down where no TLS is spoken', async () => {
      const port = await listen(net.createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
      expect(await probe('TLS Probe', { host: '127.0.0.1', port })).toMatchObject({ isUp: false });
    });

    it('sends no request to a server with an invalid certificate', async () => {
      const requests: string[] = [];
      const server = tls.createServer(aCertificate('shop.example', NOW + DAY), (socket) =>
        socket.on('error', () => undefined).on('data', (data) => requests.push(data.toString())),
      );
      const port = await listen(server);
      expect(await probe('HTTP Probe', { url: `https://127.0.0.1:${port}/` })).toMatchObject({
        isUp: false,
        result: expect.stringMatching(/^the certificate is not valid: /) as string,
        values: { daysLeft: 1 },
      });
      expect(requests).toEqual([]);
    });
  });

  describe('of TCP', () => {
    it('connects, and waits for a greeting', async () => {
      const port = await listen(net.createServer((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n')));
      expect(await probe('TCP Probe', { host: '127.0.0.1', port })).toMatchObject({ isUp: true, result: 'connected' });
      expect(await probe('TCP Probe', { host: '127.0.0.1', port, banner: 'SSH-2.0' })).toMatchObject({ isUp: true });
    });

    it('is down for another greeting, none, or one without an end', async () => {
      const other = await listen(net.createServer((socket) => socket.end('220 mail\r\n\u001b[2J')));
      const none = await listen(net.createServer((socket) => socket.end()));
      const endless = await listen(net.createServer((socket) => writeSlowly(socket, 'x'.repeat(100_000), 'x')));
      const toResult = async (port: number) =>
        (await probe('TCP Probe', { host: '127.0.0.1', port, banner: 'SSH', timeoutSeconds: 5 })).result;
      expect(await toResult(other)).toBe('the greeting is 220 mail [2J');
      expect(await toResult(none)).toBe('no greeting');
      expect(await toResult(endless)).toMatch(/^the greeting is x+…$/);
    });

    it.each([
      ['127.0.0.1', 'PORT'],
      ['localhost', 'PORT'],
      ['0x7f000001', 'PORT'],
      ['2130706433', 'PORT'],
      ['[::1]', 'PORT'],
    ])('reaches no port that the owner does not list: %s', async (host) => {
      let connections = 0;
      const port = await listen(net.createServer(() => connections++));
      const targets = new PermittedTargets(['127.0.0.1:1', 'example.com', '*.example.com', '10.0.0.0/8']);
      await expect(probe('TCP Probe', { host, port }, targets)).rejects.toMatchObject({ name: 'TargetRefused' });
      expect(connections).toBe(0);
    });

    it('leaves nothing behind when the agent stops', async () => {
      const port = await listen(net.createServer(() => undefined));
      const stop = new AbortController();
      const probing = probe('TCP Probe', { host: '127.0.0.1', port, banner: 'x' }, undefined, stop.signal);
      setTimeout(() => stop.abort(new Error('stopped')), 50);
      await expect(probing).rejects.toThrow('stopped');
    });
  });

  describe('of DNS', () => {
    /** Responds to each query with one address. */
    const serveDns = async (address: string): Promise<number> => {
      const server = dgram.createSocket('udp4');
      server.on('message', (query, { port, address: from }) => {
        const response = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]);
        const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
        const question = query.subarray(12, query.indexOf(0, 12) + 5);
        server.send(Buffer.concat([header, question, response]), port, from);
      });
      await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
      open.push({ close: (done) => server.close(done) });
      return server.address().port;
    };

    it('compares the responses of a permitted name server', async () => {
      const port = await serveDns('192.0.2.7');
      const query = { name: 'shop.example', server: '127.0.0.1', port };
      expect(await probe('DNS Probe', { ...query, expected: '192.0.2.7' })).toMatchObject({
        isUp: true,
        result: 'resolved',
        values: { answers: '192.0.2.7', answerCount: 1 },
      });
      expect(await probe('DNS Probe', { ...query, expected: '192.0.2.8' })).toMatchObject({
        isUp: false,
        result: '192.0.2.8 is not among the answers',
        values: { answers: '192.0.2.7' },
      });
    });

    it('queries neither a name server nor a name that the owner does not list', async () => {
      const targets = new PermittedTargets(['shop.example', '127.0.0.1:1']);
      await expect(probe('DNS Probe', { name: 'shop.example', server: '127.0.0.1' }, targets)).rejects.toThrow(
        'does not list 127.0.0.1:53',
      );
      await expect(probe('DNS Probe', { name: 'other.example' }, targets)).rejects.toThrow(
        'does not list other.example',
      );
    });
  });

  describe('of SNMP', () => {
    it('gets a value', async () => {
      const port = await freeUdpPort();
      const agent = snmp.createAgent({ port, address: '127.0.0.1', disableAuthorization: true }, () => undefined);
      agent.getMib().registerProvider({
        name: 'uptime',
        type: 1,
        oid: '1.3.6.1.2.1.1.3',
        scalarType: 67,
        maxAccess: 2,
      });
      agent.getMib().setScalarValue('uptime', 4711);
      open.push({
        close: (done) => {
          agent.close();
          done();
        },
      });
      const query = { host: '127.0.0.1', port, oid: '.1.3.6.1.2.1.1.3.0' };
      expect(await probe('SNMP Probe', query)).toMatchObject({
        isUp: true,
        result: 'responded',
        values: { value: 4711, valueText: '4711' },
      });
      expect(await probe('SNMP Probe', { ...query, expected: '1' })).toMatchObject({ result: 'the value is 4711' });
      expect(await probe('SNMP Probe', { ...query, oid: '1.3.6.1.2.1.1.9.0' })).toMatchObject({ isUp: false });
    });

    it('is down where nothing responds, or what responds is not SNMP', async () => {
      const server = dgram.createSocket('udp4');
      server.on('message', (_query, { port, address }) => server.send(Buffer.from('\x30\xff\xff\xff'), port, address));
      await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
      open.push({ close: (done) => server.close(done) });
      const { port } = server.address();
      expect(
        await probe('SNMP Probe', { host: '127.0.0.1', port, oid: '1.3.6.1.2.1.1.3.0', timeoutSeconds: '1' }),
      ).toMatchObject({ isUp: false });
    });

    it.each(['1', '1.3.x', '1.3;id', '', `1.3${'.1'.repeat(200)}`])('is not run with the OID %j', async (oid) => {
      await expect(probe('SNMP Probe', { host: '127.0.0.1', oid })).rejects.toMatchObject({ name: 'ProbeImpossible' });
    });
  });

  describe('of ping', () => {
    let folder: string;
    beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ping-'))));
    afterEach(() => fs.rmSync(folder, { recursive: true }));

    const ping = (host: string, program: string, setting = ['127.0.0.0/8:ping', 'localhost']) =>
      probePing(
        new ProbeProperties({ host }),
        {
          targets: new PermittedTargets(setting),
          signal: AbortSignal.timeout(20_000),
          nowMs: NOW,
        },
        program,
      );

    it('takes the time from the output of ping', async () => {
      const program = new PlantedProgram(folder, 'ping', `console.log('64 bytes from 127.0.0.1: time=1.25 ms')`);
      expect(await ping('127.0.0.1', program.path)).toEqual({ result: 'replied', responseMs: 1.25 });
      expect(program.calls.map(({ args }) => args)).toEqual([['-c', '1', '127.0.0.1']]);
    });

    it('is down without a reply, and reports why nothing could be sent', async () => {
      const silent = new PlantedProgram(folder, 'ping', `process.exit(1)`);
      await expect(ping('127.0.0.1', silent.path)).rejects.toThrow('no reply');
      const refused = new PlantedProgram(
        folder,
        'ping',
        `console.error('ping: Operation not permitted'); process.exit(2)`,
      );
      await expect(ping('127.0.0.1', refused.path)).rejects.toMatchObject({
        name: 'ProbeImpossible',
        message: 'ping: ping: Operation not permitted',
      });
      await expect(ping('127.0.0.1', path.join(folder, 'none'))).rejects.toThrow('ping cannot be run on this host');
    });

    it.each(['-f', '--help', '10.0.0.1', '127.0.0.1 -f', '127.0.0.1;id', '$(id)', '', '128.0.0.1'])(
      'runs nothing for the host %j',
      async (host) => {
        const program = new PlantedProgram(folder, 'ping');
        await expect(ping(host, program.path)).rejects.toThrow(/does not list|is missing/);
        expect(program.calls).toEqual([]);
      },
    );
  });

  it('of a kind that this agent does not know is not run', async () => {
    for (const typeName of ['SSH Probe', 'constructor', '__proto__', '']) {
      await expect(probe(typeName, {})).rejects.toMatchObject({ name: 'ProbeImpossible' });
    }
  });
});

async function freeUdpPort(): Promise<number> {
  const socket = dgram.createSocket('udp4');
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const { port } = socket.address();
  await new Promise<void>((done) => socket.close(done));
  return port;
}
