import { MonitoringConfig } from '../../monitoring/src';
import { planServices } from '../src/services';
import { readSettings } from '../src/settings';

const URLS = {
  gateway: 'postgres://g:0@127.0.0.1/gateway',
  compliance: 'postgres://c:1@127.0.0.1/compliance',
  monitoring: 'postgres://m:2@127.0.0.1/monitoring',
  error_registry: 'postgres://e:3@127.0.0.1/error_registry',
};

describe('the services that npm start runs', () => {
  const plan = (env: NodeJS.ProcessEnv = {}) => planServices(readSettings(env, '/checkout'), URLS, env);

  it('take the ports after that of the gateway', () => {
    const { gateway, services } = plan({ GATEWAY_PORT: '9000' });

    expect([gateway, ...services].map(({ name, port, env }) => [name, port, env['PORT']])).toEqual([
      ['gateway', 9000, '9000'],
      ['compliance', 9001, '9001'],
      ['monitoring', 9002, '9002'],
      ['error-registry', 9003, '9003'],
    ]);
    expect(gateway.env).toMatchObject({
      COMPLIANCE_URL: 'http://127.0.0.1:9001',
      MONITORING_URL: 'http://127.0.0.1:9002',
      ERROR_REGISTRY_URL: 'http://127.0.0.1:9003',
    });
  });

  it('know one database each', () => {
    const { gateway, services } = plan();

    expect([gateway, ...services].map(({ env }) => env['DATABASE_URL'])).toEqual(Object.values(URLS));
  });

  it.each<[string, 'SAMPLE_INVENTORY' | 'RESOURCE_CREATION_DELAY_MS', string, string]>([
    ['a sample inventory', 'SAMPLE_INVENTORY', 'on', 'off'],
    ['creations that take a while', 'RESOURCE_CREATION_DELAY_MS', '1000', '0'],
  ])('start with %s by default; elsewhere there is none', (_what, name, shown, other) => {
    const wish = (env: NodeJS.ProcessEnv) => plan(env).services.map((service) => service.env[name]);

    expect(wish({})).toEqual([undefined, shown, undefined]);
    expect(wish({ [name]: other })).toEqual([undefined, other, undefined]);
    expect(Number(new MonitoringConfig()[name])).toBe(0);
  });

  it('are reached from this machine only, unless GATEWAY_HOST says otherwise', () => {
    const { gateway, services } = plan({ GATEWAY_HOST: '0.0.0.0' });

    expect(plan().gateway.env['HOST']).toBe('127.0.0.1');
    expect(gateway.env['HOST']).toBe('0.0.0.0');
    expect(services.map(({ env }) => env['HOST'])).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });

  it('are called by an agent that finds the gateway wherever it listens', () => {
    const toUrl = (env: NodeJS.ProcessEnv) => plan(env).agent.env['WARDSTONE_URL'];

    expect(toUrl({})).toBe('http://127.0.0.1:8080');
    expect(toUrl({ GATEWAY_HOST: '0.0.0.0', GATEWAY_PORT: '9000' })).toBe('http://127.0.0.1:9000');
    expect(toUrl({ GATEWAY_HOST: '10.0.0.1' })).toBe('http://10.0.0.1:8080');
    expect(plan({ AGENT_IMPORT: 'off' }).agent.env['AGENT_IMPORT']).toBe('off');
  });

  it('name the public address they are given', () => {
    expect(plan().gateway.env['PUBLIC_BASE_URL']).toBe('http://localhost:8080');
    expect(plan({ PUBLIC_BASE_URL: 'https://w.example' }).gateway.env['PUBLIC_BASE_URL']).toBe('https://w.example');
  });
});
