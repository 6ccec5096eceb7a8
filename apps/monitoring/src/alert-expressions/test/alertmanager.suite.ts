import type { AlertDefinitionRest } from '@wardstone/dto/monitoring';
import { openWebSink, type WebSink } from '../../test/alerts/sinks';
import { PUBLIC_URL } from '../../test/use-monitoring';
import { AlertmanagerFeed } from '../alertmanager-feed';
import { type SentAlert, takeSends } from './alertmanager-fixture';
import { MINUTE, RUN, useExpressions } from './expression-fixture';

const LOCAL = '127.0.0.0/8';

describe('Alertmanagers', () => {
  const settings: Record<string, string> = { ALERT_ALLOWED_NETWORKS: LOCAL };
  let sink: WebSink;
  beforeAll(async () => {
    sink = await openWebSink();
    settings['ALERTMANAGER_URLS'] = `http://user:p%40ss@127.0.0.1:${sink.port}/prefix/`;
  });
  afterAll(() => sink.close());
  beforeEach(() => {
    sink.posts.length = 0;
    sink.status = 200;
  });
  const { api, ann, aJob, send, sample, define, evaluate, batch, alertsOf } = useExpressions(settings);
  const feed = () => api.service.app.get(AlertmanagerFeed, { strict: false });
  const takeJobs = () => takeSends(api.database);
  /** Runs the waiting jobs; returns the alerts that the sink received. */
  const deliver = async (): Promise<SentAlert[]> => {
    const before = sink.posts.length;
    for (const job of await takeJobs()) await feed().deliver(job);
    return sink.posts.slice(before).flatMap(({ body }) => JSON.parse(body) as SentAlert[]);
  };
  /** Alerts sent after each of the next evaluations, a minute apart. */
  const watch = async (definition: AlertDefinitionRest, minutes: number, each: () => Promise<unknown>) => {
    const sent: SentAlert[][] = [];
    for (let minute = 0; minute < minutes; minute++) {
      await each();
      api.clock.advance(MINUTE);
      await evaluate(definition);
      sent.push(await deliver());
    }
    return sent;
  };

  it('get an alert while it fires, and for 15 minutes that it is resolved', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} < 1`, {
      name: 'Down',
      expression: {
        forSeconds: 60,
        labels: { severity: 'page' },
        annotations: { summary: '{{ $labels.instance }}: {{ $value }}' },
      },
    });
    const down = () => send(sample(job, 'a:1', 0));
    const sent = await watch(definition, 4, down);
    expect(sent.map((some) => some.length)).toEqual([0, 1, 1, 1]);
    const { labels, annotations, generatorURL } = sent[1]![0]!;
    expect(labels).toEqual({ alertname: 'Down', job, instance: 'a:1', severity: 'page' });
    expect(annotations).toEqual({ summary: 'a:1: 0' });
    expect(generatorURL).toBe(`${PUBLIC_URL}/console/explore?expr=${encodeURIComponent(`up{job="${job}"} < 1`)}`);
    const starts = sent.slice(1).map(([alert]) => alert!.startsAt);
    expect(new Set(starts).size).toBe(1);
    const seconds = sent.slice(1).map(([one]) => (Date.parse(one!.endsAt) - Date.parse(one!.startsAt)) / 1000);
    expect(seconds).toEqual([240, 300, 360]);
    const { path, headers } = sink.posts[0]!;
    expect([path, headers.authorization, headers['content-type']]).toEqual([
      '/prefix/api/v2/alerts',
      `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
      'application/json',
    ]);
    const up = () => send(sample(job, 'a:1', 1));
    const resolved = await watch(definition, 18, up);
    expect(resolved.map((some) => some.length)).toEqual([...Array<number>(15).fill(1), 0, 0, 0]);
    const ends = resolved.slice(0, 15).map(([alert]) => [alert!.startsAt, alert!.endsAt]);
    expect(new Set(ends.map(String)).size).toBe(1);
    expect(Date.parse(ends[0]![1]!)).toBe(Date.parse(starts[0]!) + 3 * MINUTE);
    const again = await watch(definition, 2, down);
    expect(again.map((some) => some.length)).toEqual([0, 1]);
    expect(Date.parse(again[1]![0]!.startsAt)).toBeGreaterThan(Date.parse(starts[0]!));
  });

  it('get an alert that is silenced or acknowledged here, because they have silences themselves', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} < 1`);
    const down = () => send(sample(job, 'a:1', 0));
    await watch(definition, 1, down);
    const [alert] = await alertsOf(definition);
    await ann().put(`/rest/alert/${alert!.id}?ackComment=x`);
    await ann()
      .post('/rest/silence')
      .send({ definitionId: definition.id, startTime: api.clock.now(), endTime: api.clock.now() + 60 * MINUTE });
    expect((await watch(definition, 2, down)).map((some) => some.length)).toEqual([1, 1]);
  });

  it('get each state once when several replicas evaluate it', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} < 1`);
    for (let minute = 0; minute < 3; minute++) {
      await send(sample(job, 'a:1', 0));
      api.clock.advance(MINUTE);
      await Promise.allSettled([1, 2, 3].map(() => batch().evaluate([definition.id], RUN)));
      expect(await deliver()).toHaveLength(1);
    }
  });

  it('get it again from the same job if they fail, and not if it was sent later', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} < 1`);
    await send(sample(job, 'a:1', 0));
    api.clock.advance(MINUTE);
    await evaluate(definition);
    const [first] = await takeJobs();
    sink.status = 503;
    await expect(feed().deliver(first!)).rejects.toThrow(/responds 503/);
    sink.status = 200;
    await feed().deliver(first!);
    expect(sink.posts).toHaveLength(2);
    expect(await watch(definition, 1, () => send(sample(job, 'a:1', 0)))).toEqual([[expect.anything()]]);
    sink.posts.length = 0;
    await feed().deliver(first!);
    expect(sink.posts).toEqual([]);
    sink.status = 400;
    api.clock.advance(MINUTE);
    await evaluate(definition);
    // It would be refused again.
    await deliver();
    expect(sink.posts).toHaveLength(1);
  });

  it('get the end of an alert after a long outage, because it is not sent again', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} < 1`);
    const [[firing]] = (await watch(definition, 1, () => send(sample(job, 'a:1', 0)))) as [[SentAlert]];
    await send(sample(job, 'a:1', 1));
    api.clock.advance(MINUTE);
    await evaluate(definition);
    const resolvedMs = Date.parse(firing.startsAt) + MINUTE;
    api.clock.advance(60 * MINUTE);
    expect(await deliver()).toMatchObject([{ startsAt: firing.startsAt, endsAt: new Date(resolvedMs).toISOString() }]);
  });

  it('get many alerts in requests of limited number', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} < 1`);
    await send(...Array.from({ length: 150 }, (_none, at) => sample(job, `a:${at}`, 0)));
    api.clock.advance(MINUTE);
    await evaluate(definition);
    expect(await deliver()).toHaveLength(150);
    expect(sink.posts.map(({ body }) => (JSON.parse(body) as unknown[]).length)).toEqual([64, 64, 22]);
  });
});

describe('an Alertmanager in a private network', () => {
  let sink: WebSink;
  const settings: Record<string, string> = {};
  beforeAll(async () => {
    sink = await openWebSink();
    settings['ALERTMANAGER_URLS'] = sink.url;
  });
  afterAll(() => sink.close());
  const { api, aJob, send, sample, define, evaluate } = useExpressions(settings);

  it('gets nothing unless a setting allows it', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} < 1`);
    await send(sample(job, 'a:1', 0));
    api.clock.advance(MINUTE);
    await evaluate(definition);
    const jobs = await takeSends(api.database);
    expect(jobs).toHaveLength(1);
    const feed = api.service.app.get(AlertmanagerFeed, { strict: false });
    await expect(feed.deliver(jobs[0]!)).rejects.toThrow(/not a public address/);
    expect(sink.posts).toEqual([]);
  });
});
