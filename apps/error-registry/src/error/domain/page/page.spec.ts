import fc from 'fast-check';
import type { ErrorDescriptionBody } from '@wardstone/dto/error-registry';
import { renderCataloguePage } from './catalogue-page';
import { renderErrorPage } from './error-page';
import { markup } from '@wardstone/markup';

const PATH = '/api/v1/error';
const anError = (over: Partial<ErrorDescriptionBody> = {}): ErrorDescriptionBody => ({
  type: 'https://wardstone.example/api/v1/error/burnt_toast',
  title: 'burnt_toast',
  description: 'The toast is black.',
  status: 503,
  service: 'gateway',
  causes: ['Heat.'],
  resolution: ['Scrape.'],
  since: '0.1.0',
  deprecated: false,
  related: [],
  custom: false,
  ...over,
});

describe('markup', () => {
  it('escapes what is inserted, once, and leaves markup alone', () => {
    const inner = markup`<b>${'<&>"\''}</b>`;

    expect(markup`<p>${inner}${[1, 'x', inner]}${false}${undefined}${null}</p>`.html).toBe(
      '<p><b>&lt;&amp;&gt;&quot;&#39;</b>1x<b>&lt;&amp;&gt;&quot;&#39;</b></p>',
    );
  });

  it('never lets a text open a tag or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/') }), (text) => {
        const [, attribute = '', content = ''] = /^<a title="(.*)">(.*)<\/a>$/s.exec(
          markup`<a title="${text}">${text}</a>`.html,
        )!;

        expect(attribute + content).not.toMatch(/[<>"']/);
      }),
      { seed: 13, numRuns: 300 },
    );
  });
});

describe('renderErrorPage', () => {
  it('shows everything about the type, and its language', () => {
    const page = renderErrorPage(
      anError({
        example: { request: 'POST /toast', response: 'HTTP/1.1 503' },
        related: ['cold_toast'],
        deprecated: true,
        custom: true,
      }),
      'de',
      PATH,
    );

    for (const part of [
      '<title>burnt_toast (503)</title>',
      '<h1><code>burnt_toast</code></h1>',
      'HTTP status 503 · gateway · custom · since 0.1.0',
      '<p class="notice">Deprecated:',
      '<p lang="de">The toast is black.</p>',
      '<ul lang="de"><li>Heat.</li></ul>',
      '<ol lang="de"><li>Scrape.</li></ol>',
      'POST /toast\n\nHTTP/1.1 503',
      '<a href="/api/v1/error/cold_toast">',
      '<a href="https://wardstone.example/api/v1/error/burnt_toast">',
      'name="viewport"',
    ]) {
      expect(page).toContain(part);
    }
  });

  it('leaves out absent fields', () => {
    const page = renderErrorPage(anError(), 'en', PATH);

    for (const part of ['Example', 'See also', 'Deprecated', 'custom']) expect(page).not.toContain(part);
  });

  it('escapes untrusted texts', () => {
    const evil = '</code></pre><script>alert(1)</script>';
    const page = renderErrorPage(
      anError({ description: evil, causes: [evil], resolution: [evil], example: { request: evil, response: evil } }),
      'en',
      PATH,
    );

    expect(page).not.toContain('<script');
    expect(page.match(/&lt;script&gt;/g)).toHaveLength(5);
  });
});

describe('renderCataloguePage', () => {
  const aCatalogue = (over: object = {}) => ({
    errors: [anError()],
    total: 3,
    offset: 1,
    search: {},
    services: ['common', 'gateway'],
    links: {},
    ...over,
  });

  it.each([
    ['a page of several', {}, '2 to 2 of 3'],
    ['nothing found', { errors: [], total: 0 }, 'No matching error types.'],
    ['an offset beyond the end', { errors: [], offset: 9 }, 'Past the last of 3 error types.'],
  ])('states the range and the total for %s', (_name, over, text) => {
    expect(renderCataloguePage(aCatalogue(over), PATH)).toContain(text);
  });

  it('keeps the search in its form', () => {
    const page = renderCataloguePage(aCatalogue({ search: { q: 'a "b"', service: 'gateway', status: 404 } }), PATH);

    expect(page).toContain('value="a &quot;b&quot;"');
    expect(page).toContain('<option>common</option><option selected>gateway</option>');
    expect(page).toContain('value="404"');
  });

  it('shows only the links there are', () => {
    expect(renderCataloguePage(aCatalogue(), PATH)).not.toContain('<nav');
    expect(renderCataloguePage(aCatalogue({ links: { next: '/n' } }), PATH)).toContain(
      '<nav class="pages"><a rel="next" href="/n">Next</a></nav>',
    );
  });
});
