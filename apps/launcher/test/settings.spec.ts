import { readSettings } from '../src/settings';

describe('the settings of npm start', () => {
  it('have defaults that need nothing else', () => {
    expect(readSettings({}, '/checkout')).toEqual({
      dataDir: '/checkout/.data',
      gatewayPort: 8080,
      gatewayHost: '127.0.0.1',
      adminPassword: undefined,
      databaseUrls: {},
      logsToTerminal: false,
      runsAgent: true,
    });
  });

  it('treat an empty variable as absent', () => {
    const empty = { DATA_DIR: '', GATEWAY_PORT: '', GATEWAY_HOST: '', ADMIN_PASSWORD: '', DATABASE_URL_MONITORING: '' };

    expect(readSettings(empty, '/checkout')).toEqual(readSettings({}, '/checkout'));
  });

  it('find a relative DATA_DIR in the checkout, an absolute one where it says', () => {
    expect(readSettings({ DATA_DIR: 'mine' }, '/checkout').dataDir).toBe('/checkout/mine');
    expect(readSettings({ DATA_DIR: '/srv/wardstone' }, '/checkout').dataDir).toBe('/srv/wardstone');
  });

  it.each(['0', '-1', '65533', '80.5', 'http', '0x50x'])('refuse GATEWAY_PORT=%s', (port) => {
    expect(() => readSettings({ GATEWAY_PORT: port }, '/checkout')).toThrow(/GATEWAY_PORT must be a number/);
  });

  it.each(['1', '65532'])('accept GATEWAY_PORT=%s', (port) => {
    expect(readSettings({ GATEWAY_PORT: port }, '/checkout').gatewayPort).toBe(Number(port));
  });

  it('leave the agent out on demand', () => {
    expect(readSettings({ AGENT: 'off' }, '/checkout').runsAgent).toBe(false);
    expect(readSettings({ AGENT: 'on' }, '/checkout').runsAgent).toBe(true);
    expect(() => readSettings({ AGENT: 'maybe' }, '/checkout')).toThrow('AGENT must be on or off.');
  });

  it.each(['mysql://db/x', 'postgres', 'postgres://', 'db.example:5432'])('refuse the database address %s', (url) => {
    expect(() => readSettings({ DATABASE_URL_ERROR_REGISTRY: url }, '/checkout')).toThrow(
      /^DATABASE_URL_ERROR_REGISTRY must look like/,
    );
  });
});
