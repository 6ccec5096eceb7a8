import { markup } from '@wardstone/markup';
import { renderDocument } from './document';
import { PAGE_POLICY } from './style';

const page = (over: object = {}): string => renderDocument({ title: 'A <b>', main: markup`<h1>A</h1>`, ...over });

describe('renderDocument', () => {
  it('has exactly the style that its policy allows, and no script', async () => {
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(page())!;
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');

    expect(PAGE_POLICY).toContain(`style-src 'sha256-${digest}'`);
    expect(PAGE_POLICY).not.toContain('unsafe');
    expect(page()).not.toContain('<script');
  });

  it('escapes the title, fits a phone and lets keyboards skip to the content', () => {
    expect(page()).toContain('<title>A &lt;b&gt;</title>');
    expect(page()).toContain('name="viewport"');
    expect(page()).toContain('<a class="skip" href="#main">');
    expect(page()).toContain('<main id="main" tabindex="-1">\n<h1>A</h1>\n</main>');
  });

  it('wraps the content in its frame', () => {
    const html = page({ top: markup`<header>H</header>`, bottom: markup`<footer>F</footer>`, isText: true });

    expect(html).toMatch(/<body class="text">[^]*<header>H<\/header>[^]*<\/main>\n<footer>F<\/footer>/);
    expect(page()).toContain('<body>');
  });
});
