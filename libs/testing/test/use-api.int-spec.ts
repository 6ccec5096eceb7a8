import { Controller, Get, Module } from '@nestjs/common';
import { Allow, Caller, type CallerIdentity } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { ServiceConfig, loadConfig } from '@wardstone/config';
import { problemDetailsRenderer } from '@wardstone/errors';
import { useApi } from '../src/use-api';

@Controller()
class MirrorController {
  constructor(private readonly clock: Clock) {}

  @Get('me')
  @Allow('authenticated')
  me(@Caller() caller: CallerIdentity) {
    return { username: caller.username, orgId: caller.orgId, time: this.clock.now() };
  }

  @Get('secret')
  @Allow('errors:write')
  secret() {
    return { secret: true };
  }
}

@Module({ controllers: [MirrorController] })
class MirrorModule {}

const NOON = Date.UTC(2026, 5, 1, 12);

describe('a service under test', () => {
  const api = useApi({
    now: NOON,
    service: () => ({
      name: 'error-registry',
      api: { title: 'Mirror', description: 'Shows who asks.' },
      config: loadConfig(ServiceConfig, { HOST: '127.0.0.1' }),
      module: MirrorModule,
      renderer: problemDetailsRenderer,
      jsonBody: { mediaTypes: ['application/json'], limitBytes: 1024 },
    }),
  });

  it('receives requests of an administrator at the time of the test', async () => {
    const { body } = await api.get('/me').expect(200);

    expect(body).toEqual({ username: 'ann', orgId: 'acme', time: NOON });
  });

  it('is called as the caller that the test names', async () => {
    const { body } = await api.as({ username: 'bob', orgId: 'umbrella' }).get('/me').expect(200);

    expect(body).toMatchObject({ username: 'bob', orgId: 'umbrella' });
  });

  it('checks the permissions of the role', async () => {
    await api.get('/secret').expect(200);
    await api
      .as({ roles: ['viewer'] })
      .get('/secret')
      .expect(403);
    await api
      .as({ roles: ['viewer'], permissions: ['errors:write'] })
      .get('/secret')
      .expect(200);
  });

  it('refuses callers without credentials', async () => {
    await api.anonymous.get('/me').expect(401);
  });

  it('accepts its callers when the test moves the time', async () => {
    api.clock.advance(3_600_000);

    const { body } = await api.get('/me').expect(200);

    expect(body).toMatchObject({ time: NOON + 3_600_000 });
  });
});
