import { loadConfig } from './load-config';
import { DatabaseServiceConfig, ServiceConfig } from './service.config';
import { listSettings, UrlSetting } from './setting.decorator';

describe('loadConfig', () => {
  it('takes defaults, converts given values, and freezes the result', () => {
    const config = loadConfig(ServiceConfig, { PORT: '8081', TRUST_PROXY: 'on', OIDC_ROLE_MAP: 'a=admin, b=viewer' });
    expect(config).toMatchObject({
      PORT: 8081,
      TRUST_PROXY: true,
      OIDC_ROLE_MAP: ['a=admin', 'b=viewer'],
      HOST: '0.0.0.0',
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfig(ServiceConfig, { LOG_LEVEL: '' }).LOG_LEVEL).toBe('info');
  });

  it('accepts an empty variable for an optional setting, and checks other values', () => {
    class WithUpstream {
      @UrlSetting('Origin of a service; empty: not installed', { protocols: ['http'], mayBeEmpty: true })
      UPSTREAM_URL: string = 'http://127.0.0.1';
    }
    expect(loadConfig(WithUpstream, {}).UPSTREAM_URL).toBe('http://127.0.0.1');
    expect(loadConfig(WithUpstream, { UPSTREAM_URL: '' }).UPSTREAM_URL).toBe('');
    expect(() => loadConfig(WithUpstream, { UPSTREAM_URL: 'nowhere' })).toThrow('UPSTREAM_URL');
  });

  it('names every bad setting at once', () => {
    const load = () => loadConfig(DatabaseServiceConfig, { PORT: '70000', LOG_LEVEL: 'loud', TRUST_PROXY: 'perhaps' });
    for (const name of ['PORT', 'LOG_LEVEL', 'TRUST_PROXY', 'DATABASE_URL']) expect(load).toThrow(name);
  });

  it.each(['12x', 'NaN', '-1'])('refuses %s as a port', (PORT) => {
    expect(() => loadConfig(ServiceConfig, { PORT })).toThrow(/PORT/);
  });

  it('describes every setting', () => {
    const settings = listSettings(DatabaseServiceConfig);
    expect(settings.map(({ name }) => name)).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL']));
    expect(settings.filter(({ description }) => description.length < 10)).toEqual([]);
  });
});
