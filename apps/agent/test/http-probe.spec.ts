import net from 'node:net';
import type { ObjectMap } from '@wardstone/dto';
import { measureProcessorTime } from '@wardstone/testing';
import { PermittedTargets } from '../src/probes/permitted-targets';
import { writeSlowly, probe, useTargets } from './probe-targets';

describe('a probe of HTTP', () => {
  const { open, sockets, listen, serve } = useTargets();

  it('is up for a page with the expected status, text and value', async () => {
    const port = await serve((_request, response) => response.end('{"checks":[{"state":"good","n":3}]}'));
    const url = `http://127.0.0.1:${port}/health`;

    expect(
      await probe('HTTP Probe', { url, contains: 'good', jsonPath: '$.checks[0].n', jsonValue: '3' }),
    ).toMatchObject({ isUp: true, result: 'status 200', values: { status: 200 } });
    const { responseMs } = await probe('HTTP Probe', { url, method: 'HEAD' });
    expect(responseMs).toBeGreaterThan(0);
  });

  it.each([
    [{ status: '201' }, 'status 200, expected 201'],
    [{ contains: 'bad' }, 'the text is not in the body'],
    [{ jsonPath: '$.other' }, 'nothing is at jsonPath'],
    [{ jsonPath: '$.constructor' }, 'nothing is at jsonPath'],
    [{ jsonPath: '$.state', jsonValue: 'bad' }, 'at jsonPath is good'],
  ])('reports unexpected responses: %j', async (expected, result) => {
    const port = await serve((_request, response) => response.end('{"state":"good"}'));
    expect(await probe('HTTP Probe', { url: `http://127.0.0.1:${port}/`, ...expected })).toMatchObject({
      isUp: false,
      result,
      responseMs: undefined,
      values: { status: 200 },
    });
  });

  it('is down where nothing listens', async () => {
    const port = await serve(() => undefined);
    await new Promise<void>((done) => open.pop()!.close(done));
    expect(await probe('HTTP Probe', { url: `http://127.0.0.1:${port}/` })).toMatchObject({
      isUp: false,
      result: `connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  it('follows redirects to permitted targets, as many as it may', async () => {
    const port = await serve(({ url }, response) =>
      url === '/end' ? response.end() : response.writeHead(302, { Location: url === '/loop' ? url : '/end' }).end(),
    );
    const url = (place: string) => `http://127.0.0.1:${port}${place}`;
    expect(await probe('HTTP Probe', { url: url('/') })).toMatchObject({ isUp: true, result: 'status 200' });
    expect(await probe('HTTP Probe', { url: url('/loop') })).toMatchObject({
      isUp: false,
      result: 'more than 5 redirects',
    });
    expect(await probe('HTTP Probe', { url: url('/'), maxRedirects: '0' })).toMatchObject({ result: 'status 302' });
  });

  it.each(['http://127.0.0.1:PORT/', 'http://localhost:PORT/', '//[::ffff:127.0.0.1]:PORT/', 'http://0x7f.1:PORT/'])(
    'follows no redirect to a target that is not listed: %s',
    async (location) => {
      const reached: string[] = [];
      const inner = await serve(({ url = '' }, response) => {
        reached.push(url);
        response.end();
      });
      const outer = await serve((_request, response) =>
        response.writeHead(302, { Location: location.replace('PORT', String(inner)) }).end(),
      );
      const { isUp, result } = await probe(
        'HTTP Probe',
        { url: `http://127.0.0.1:${outer}/` },
        new PermittedTargets([`127.0.0.1:${outer}`]),
      );
      expect(isUp).toBe(false);
      expect(result).toMatch(/^redirected to .*does not list/);
      expect(reached).toEqual([]);
    },
  );

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'javascript:1', 'http://user:secret@127.0.0.1/', 'http://'])(
    'follows no redirect to %s',
    async (location) => {
      const port = await serve((_request, response) => response.writeHead(301, { Location: location }).end());
      expect(await probe('HTTP Probe', { url: `http://127.0.0.1:${port}/` })).toMatchObject({
        isUp: false,
        result: 'redirected to an address that is not http or https',
      });
    },
  );

  it('connects to the address that was checked, even if the name resolves to another one later', async () => {
    const reached: string[] = [];
    const port = await serve(({ headers }, response) => {
      reached.push(headers.host ?? '');
      response.end();
    });
    const responses = [['127.0.0.1'], ['127.0.0.2']];
    const targets = new PermittedTargets(['127.0.0.1'], () =>
      Promise.resolve((responses.shift() ?? []).map((address) => ({ address, family: 4 }))),
    );
    const url = `http://rebound.example:${port}/`;
    expect(await probe('HTTP Probe', { url }, targets)).toMatchObject({ isUp: true });
    await expect(probe('HTTP Probe', { url }, targets)).rejects.toThrow('does not list rebound.example');
    expect(reached).toEqual([`rebound.example:${port}`]);
  });

  it('reads no more than a mebibyte of a body without an end', async () => {
    const port = await serve((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const write = (): void => {
        if (response.destroyed) return;
        if (response.writableLength < 1024 * 1024) response.write(chunk);
        setImmediate(write);
      };
      write();
    });
    const url = `http://127.0.0.1:${port}/`;
    expect(await probe('HTTP Probe', { url, contains: 'y' })).toMatchObject({
      isUp: false,
      result: 'the text is not in the first 1048576 bytes of the body',
    });
    expect(await probe('HTTP Probe', { url, jsonPath: '$' })).toMatchObject({
      result: 'the body has more than 1048576 bytes',
    });
    expect(await probe('HTTP Probe', { url })).toMatchObject({ isUp: true });
  });

  it.each([
    ['a body that comes byte by byte', (socket: net.Socket) => writeSlowly(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x')],
    ['headers that come byte by byte', (socket: net.Socket) => writeSlowly(socket, 'HTTP/1.1 200 OK\r\nX: ', 'x')],
    [
      'one early response after the other',
      (socket: net.Socket) => writeSlowly(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    ],
    ['nothing', (socket: net.Socket) => void socket.resume()],
  ])('ends at its time limit when it gets %s', async (_what, response) => {
    const port = await listen(net.createServer(response));
    expect(
      await probe('HTTP Probe', { url: `http://127.0.0.1:${port}/`, contains: 'y', timeoutSeconds: '1' }),
    ).toMatchObject({ isUp: false, result: 'no response within 1 s' });
    for (const socket of sockets) {
      if (!socket.destroyed) await new Promise((done) => socket.on('close', done));
    }
  });

  it('is down for headers without an end, and for what is not HTTP', async () => {
    const headers = await listen(
      net.createServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(20_000)}`)),
    );
    const noise = await listen(net.createServer((socket) => socket.end('\0\x01\x02\r\n\r\n')));
    for (const port of [headers, noise]) {
      expect(await probe('HTTP Probe', { url: `http://127.0.0.1:${port}/` })).toMatchObject({ isUp: false });
    }
  });

  it.each<ObjectMap>([
    { url: 'ftp://127.0.0.1/' },
    { url: 'http://user:secret@127.0.0.1/' },
    { url: '' },
    {},
    { url: 'http://127.0.0.1/', status: '2xx' },
    { url: 'http://127.0.0.1/', status: '200;id' },
    { url: 'http://127.0.0.1/', method: 'DELETE' },
    { url: 'http://127.0.0.1/', method: 'HEAD', contains: 'x' },
    { url: 'http://127.0.0.1/', method: 'HEAD', jsonPath: '$' },
    { url: 'http://127.0.0.1/', jsonPath: '$..*' },
    { url: 'http://127.0.0.1/', jsonPath: '$[?(@.a)]' },
    { url: 'http://127.0.0.1/', timeoutSeconds: '3600' },
    { url: 'http://127.0.0.1/', maxRedirects: '1e3' },
    { url: `http://127.0.0.1/${'x'.repeat(3000)}` },
    { url: { toString: 'http://127.0.0.1/' } },
    { url: ['http://127.0.0.1/'] },
  ])('is not run with the settings %j', async (properties) => {
    await expect(probe('HTTP Probe', properties)).rejects.toMatchObject({ name: 'ProbeImpossible' });
  });

  it('finds what is at a deep path of a large document at once', async () => {
    const port = await serve((_request, response) => response.end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`));
    const ms = await measureProcessorTime(async () => {
      await probe('HTTP Probe', { url: `http://127.0.0.1:${port}/`, jsonPath: '$[0][0]' });
    });
    expect(ms).toBeLessThan(1_000);
  });
});
