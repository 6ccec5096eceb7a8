import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { Controller, Get } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { markup } from '@wardstone/markup';
import { parsePage } from '@wardstone/pagination';
import request from 'supertest';
import {
  LINKS,
  toListKind,
  type ListPage,
  renderXml,
  result,
  sendBlocks,
  StreamedRecords,
  StreamedTable,
  TABLE,
  TEXTS,
} from '../src';
import { renderHtml } from '../src/render/render-html';
import { renderJson, renderWrappedJson } from '../src/render/render-json';
import { aDefinition, Definition } from './sample-records';
import { sampleOptions, startSample } from './sample-service';

const OPTIONS = sampleOptions('callback');
const KIND = toListKind(Definition);
const TITLE = { title: 'Definitions', example: [aDefinition()] };
const definitions = (count: number): Definition[] => Array.from({ length: count }, (_, id) => aDefinition({ id }));
/** A definition counts as two records, because its link is one, too. */
const LONG = definitions(10_001);
const MEDIUM = definitions(1_001);
/** Records with a long list of nested records. */
const NESTED = [
  aDefinition(),
  aDefinition({ notifications: Array.from({ length: 20_000 }, (_, id) => ({ id, senderName: 'x', config: {} })) }),
];
const LINK_LIST = Array.from({ length: 20_001 }, (_, id) => ({ alert: { href: `/rest/alert/${id}` } }));
const TEXT_LIST = LINK_LIST.map((_, at) => `text ${at}`);
let blocksRead = 0;
/** Records shown since others were served. */
let shownAtOnce = 0;
/** Requests of which none goes on before the last has arrived. */
const AT_ONCE = 8;
let arrived = 0;
let release: () => void;
const allArrived = new Promise<void>((resolve) => (release = resolve));

/** Watches how many records are shown before others are served. */
function watchShown(): { stop: () => number } {
  let most = 0;
  const tick = (): void => {
    most = Math.max(most, shownAtOnce);
    shownAtOnce = 0;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  return {
    stop: () => {
      clearImmediate(next);
      return Math.max(most, shownAtOnce);
    },
  };
}
const SLOW_KIND = toListKind(Definition, {
  html: () => {
    shownAtOnce++;
    for (const end = performance.now() + 0.1; performance.now() < end;);
    return markup`shown `;
  },
});

async function* toBlocks<T>(...blocks: T[]): AsyncGenerator<T> {
  for (const block of blocks) {
    blocksRead++;
    yield await Promise.resolve(block);
  }
}

@Controller('rest')
class SampleController {
  @Get('short')
  @result('alert', KIND, TITLE)
  readShort(): Definition[] {
    return definitions(1_000);
  }

  @Get('long')
  @result('alert', KIND, TITLE)
  readLong(): Definition[] {
    return LONG;
  }

  @Get('medium')
  @result('alert', KIND, TITLE)
  readMedium(): Definition[] {
    return MEDIUM;
  }

  @Get('nested')
  @result('alert', KIND, TITLE)
  readNested(): ListPage<Definition> {
    return { items: NESTED, total: 5, window: parsePage({ ps: '2' }) };
  }

  @Get('slow')
  @result('alert', SLOW_KIND, TITLE)
  readSlow(): Definition[] {
    return definitions(1_000);
  }

  @Get('links')
  @result('alert', LINKS, { title: 'Definitions', example: LINK_LIST.slice(0, 1) })
  readLinks(): object[] {
    return LINK_LIST;
  }

  @Get('texts')
  @result('alert', TEXTS, { title: 'Definitions', example: ['x'] })
  readTexts(): string[] {
    return TEXT_LIST;
  }

  @Get('one')
  @result('alert', Definition, { ...TITLE, example: aDefinition() })
  readOne(): Definition {
    return NESTED[1]!;
  }

  @Get('large')
  @result('alert', Definition, { ...TITLE, example: aDefinition() })
  async readLarge(): Promise<Definition> {
    if (++arrived === AT_ONCE) release();
    await allArrived;
    const [first, ...others] = NESTED[1]!.notifications!.slice(0, 2_000);
    const counted = Object.defineProperty({ ...first! }, 'id', { enumerable: true, get: () => ++shownAtOnce });
    return aDefinition({ notifications: [counted, ...others] });
  }

  @Get('stream')
  @result('alert', KIND, TITLE)
  stream(): StreamedRecords<Definition> {
    return new StreamedRecords(toBlocks(definitions(2), definitions(1), definitions(1)));
  }

  @Get('block')
  @result('alert', KIND, TITLE)
  streamBlock(): StreamedRecords<Definition> {
    return new StreamedRecords(toBlocks(definitions(2)));
  }

  @Get('table')
  @result('report', TABLE, { title: 'Table', example: 'a\n' })
  table(): StreamedTable {
    return new StreamedTable(['a'], toBlocks([['1']], [['2']]));
  }
}

describe('long responses', () => {
  let heavyWork = new HeavyWork(4);
  let app: NestExpressApplication;
  const page = (links: object[]) => ({ title: 'Definitions', links: links as [], ignored: [], user: undefined });

  const get = (path: string): request.Test => request(app.getHttpServer()).get(`/rest/${path}`).buffer(true);

  beforeEach(async () => {
    blocksRead = 0;
    heavyWork = new HeavyWork(1);
    app = await startSample(SampleController, OPTIONS, { heavyWork });
  });
  afterEach(() => app.close());

  /** Fills the queue of the account of the requests. */
  const fillQueue = async (): Promise<void> => {
    const client = (): Client => ({ account: '', signal: new AbortController().signal });
    await heavyWork.begin(client());
    // Requests still waiting at the end of the test never ran.
    for (let i = 0; i < 64; i++) heavyWork.begin(client()).catch(() => undefined);
    await eventLoopTurn();
  };

  it.each(['long', 'nested', 'links', 'texts', 'one', 'stream', 'table'])(
    'wait for a turn before the status is sent: %s',
    async (path) => {
      await fillQueue();
      const { headers } = await get(path).expect(429);
      expect(headers).toMatchObject({ 'x-error-type': 'too_many_heavy_requests', 'retry-after': '2' });
      expect(headers['content-length']).toBeDefined();
      expect(blocksRead).toBeLessThanOrEqual(2);
    },
  );

  it.each(['short', 'medium', 'block'])('do not include a few pages or a block: %s', async (path) => {
    await fillQueue();
    await get(path).expect(200);
  });

  it('yield to other requests while a list page is built, and the page keeps its entity tag', async () => {
    const watch = watchShown();
    const { text, headers } = await get('slow').set('Accept', 'text/html').expect(200);
    const mostAtOnce = watch.stop();
    expect(text.split('shown ')).toHaveLength(1_001);
    expect(headers['etag']).toBeDefined();
    expect(mostAtOnce).toBeLessThanOrEqual(400);
  });

  it('yield to other requests between records that are requested at once', async () => {
    const watch = watchShown();
    await Promise.all(
      Array.from({ length: AT_ONCE }, () => get('large').set('Accept', 'application/json').expect(200)),
    );
    expect(watch.stop()).toBe(1);
  });

  it('release their turn at the end', async () => {
    for (const path of ['long', 'stream', 'table', 'nested', 'long']) await get(path).expect(200);
  });

  it.each([
    ['long', KIND, LONG],
    ['medium', KIND, MEDIUM],
    ['links', LINKS, LINK_LIST],
    ['texts', TEXTS, TEXT_LIST],
  ])('are written as shorter ones are: %s', async (path, kind, records) => {
    const whole = { path: `/rest/${path}`, ...page([]) };
    const links = [{ rel: 'current' as const, href: `https://mon.example.test/rest/${path}` }];
    expect((await get(path).set('Accept', 'application/json')).text).toBe(renderJson(kind, records));
    expect((await get(path).set('Accept', 'application/xml')).text).toBe(renderXml(kind, records));
    expect((await get(path).set('Accept', 'text/html')).text).toBe(renderHtml(kind, records, whole, OPTIONS));
    const { text } = await get(path).set('Accept', 'application/vnd.acme.wrapped+json');
    expect(JSON.parse(text)).toMatchObject(JSON.parse(renderWrappedJson(kind, records, links)) as object);
  });

  it('in one record are refused as a page beyond 5,000 entries, and written as JSON', async () => {
    for (const path of ['one', 'nested?ps=2']) {
      const { headers } = await get(path).set('Accept', 'text/html').expect(406);
      expect(headers['x-error-type']).toBe('not_acceptable');
    }
    expect((await get('one').set('Accept', 'application/json').expect(200)).body.notifications).toHaveLength(20_000);
  });

  it('state the length of the whole list where records of a page are long', async () => {
    const { headers, body } = await get('nested?ps=2').set('Accept', 'application/json').expect(200);
    expect(headers['x-collection-size']).toBe('5');
    expect(headers['link']).toContain('rel="next"');
    expect(body[1].notifications).toHaveLength(20_000);
  });
});

describe('blocks of a response', () => {
  /** The most blocks that were made before the process could do its other work. */
  let mostAtOnce = 0;
  const isDone = new AbortController();

  function* slowBlocks(): Generator<string> {
    let made = 0;
    let turns = 0;
    let seen = 0;
    const tick = (): void => {
      turns++;
      if (!isDone.signal.aborted) setImmediate(tick);
    };
    setImmediate(tick);
    for (let block = 0; block < 60; block++) {
      if (turns !== seen) made = 0;
      seen = turns;
      mostAtOnce = Math.max(mostAtOnce, ++made);
      for (const end = performance.now() + 4; performance.now() < end;);
      yield 'x'.repeat(1_000);
    }
  }

  it('give way to other requests every 10 ms', async () => {
    const server = http.createServer((_request, response) => {
      void sendBlocks(slowBlocks(), { isCompressed: false, isInMemory: true }, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await response.text()).toHaveLength(60_000);
    isDone.abort();
    server.close();
    expect(mostAtOnce).toBeLessThanOrEqual(4);
  });
});
