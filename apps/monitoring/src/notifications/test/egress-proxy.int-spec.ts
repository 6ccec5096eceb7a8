import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { AlertDeliveryConfig } from '../delivery/alert-delivery.config';
import { EgressProxy } from '../delivery/egress-proxy';
import { GuardedPost } from '../delivery/guarded-post';
import { TargetGuard } from '../delivery/target-guard';
import { openWebSink, type WebSink } from '../../test/alerts/sinks';

const LOGIN = { user: 'wardstone', password: 'open-sesame' };

describe('notifications by a proxy', () => {
  let web: WebSink;
  let proxy: Server;
  /** CONNECT requests that the proxy received: target and credentials. */
  let requests: [target: string | undefined, login: string | undefined][];
  const opened: EgressProxy[] = [];

  beforeAll(async () => {
    web = await openWebSink();
    // All names resolve to the one server, as with a proxy that resolves them.
    proxy = createServer();
    proxy.on('connect', (request, socket) => {
      const [, login = ''] = request.headers['proxy-authorization']?.split(' ') ?? [];
      requests.push([request.url, Buffer.from(login, 'base64').toString()]);
      if (requests.at(-1)![1] !== `${LOGIN.user}:${LOGIN.password}`) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const there = connect(web.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        there.pipe(socket).pipe(there);
      });
      for (const each of [there, socket]) each.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    requests = [];
    web.posts.length = 0;
    web.status = 204;
  });
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.onModuleDestroy()));
    await web.close();
    proxy.close();
  });

  function posting(settings: Partial<AlertDeliveryConfig> = {}, { user, password } = LOGIN) {
    const { port } = proxy.address() as AddressInfo;
    const config = Object.assign(new AlertDeliveryConfig(), {
      ALERT_PROXY_URL: `http://${user}:${password}@127.0.0.1:${port}`,
      ALERT_PROXY_HOSTS: ['Hooks.Example.test', '*.office.test'],
      ...settings,
    });
    const egress = new EgressProxy(config);
    opened.push(egress);
    const post = new GuardedPost(new TargetGuard(config), egress, config);
    return (url: string) => post.post(new URL(url), { 'Content-Type': 'application/json' }, '{"a":1}');
  }

  it.each(['http://hooks.example.test/T000', 'http://eu.office.test:8080/T000'])(
    'reach a host of ALERT_PROXY_HOSTS: %s',
    async (url) => {
      web.reply = 'ok';
      web.status = 200;
      expect(await posting()(url)).toEqual({ status: 200, said: 'ok' });
      const { host, port } = new URL(url);
      expect(requests).toEqual([[port ? host : `${host}:80`, `${LOGIN.user}:${LOGIN.password}`]]);
      expect(web.posts).toMatchObject([{ path: '/T000', body: '{"a":1}', headers: { host } }]);
      expect(web.posts[0]!.headers).not.toHaveProperty('proxy-authorization');
    },
  );

  it('are readable only to the receiver, where that speaks TLS', async () => {
    // The receiver here speaks no TLS, so the handshake fails.
    await expect(posting()('https://hooks.example.test/T000')).rejects.toThrow(/^through the proxy: /);
    expect(requests).toEqual([['hooks.example.test:443', `${LOGIN.user}:${LOGIN.password}`]]);
    expect(web.posts).toEqual([]);
  });

  it('do not use it for other hosts', async () => {
    const post = posting({ ALERT_ALLOWED_NETWORKS: ['127.0.0.0/8'] });
    expect(await post(`${web.url}/direct`)).toMatchObject({ status: 204 });
    expect([requests, web.posts.length]).toEqual([[], 1]);
  });

  it.each(['http://127.0.0.1:1/', 'http://2130706433:1/', 'http://[::1]:1/', 'http://localhost:1/'])(
    'are refused at addresses that are not public, as without one: %s',
    async (url) => {
      await expect(posting()(url)).rejects.toThrow(/is not a public address/);
      expect(requests).toEqual([]);
    },
  );

  it('follow no redirects', async () => {
    web.status = 302;
    expect(await posting()('http://hooks.example.test/')).toMatchObject({ status: 302 });
    expect(web.posts).toHaveLength(1);
  });

  it('report a failure of the proxy without its credentials', async () => {
    const failure = posting({}, { user: 'wardstone', password: 'wrong-sesame' })('http://hooks.example.test/');
    await expect(failure).rejects.toThrow(/^through the proxy: .*407/);
    const error = (await failure.catch((each: unknown) => each)) as Error;
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(/sesame|d2FyZHN0b25l/);
  });

  it.each([
    [{ ALERT_PROXY_HOSTS: ['*'] }, /neither the name of a host/],
    [{ ALERT_PROXY_HOSTS: ['10.0.0.1'] }, /neither the name of a host/],
    [{ ALERT_PROXY_URL: undefined }, /needs ALERT_PROXY_URL/],
  ] as [Partial<AlertDeliveryConfig>, RegExp][])('are not configured by %j', (settings, problem) => {
    expect(() => posting(settings)).toThrow(problem);
  });
});
