/** The parts of a page that the checks use; the workspace is compiled without types of browsers. */
export interface PageElement {
  readonly id: string;
  readonly tagName: string;
  readonly textContent: string;
  readonly innerText: string;
  readonly href: string;
  readonly lang: string;
  readonly scrollWidth: number;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
  readonly children: { readonly length: number };
  closest(selector: string): PageElement | null;
  focus(): void;
}

declare const document: {
  readonly title: string;
  readonly body: PageElement;
  readonly documentElement: PageElement;
  readonly activeElement: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  createRange(): { selectNodeContents(element: PageElement): void; getClientRects(): { readonly length: number } };
};
declare const window: { readonly innerWidth: number };
declare function getComputedStyle(element: PageElement): {
  readonly color: string;
  readonly backgroundColor: string;
  readonly outlineStyle: string;
};

/** Text of the focused element. Runs inside the browser. */
export function focusedText(): string {
  return document.activeElement?.textContent.trim() ?? '';
}

/** How the focus is drawn around a link. Runs inside the browser. */
export function outlineOfFocus(selector: string): string {
  const link = document.querySelector(selector)!;
  link.focus();
  return getComputedStyle(link).outlineStyle;
}

/** Accessibility problems of the page, as sentences. Runs inside the browser, so it uses only the document. */
export function complaintsAbout(): string[] {
  const complaints: string[] = [];
  const all = (selector: string): PageElement[] => [...document.querySelectorAll(selector)];
  const expectOne = (selector: string): void => {
    const count = all(selector).length;
    if (count !== 1) complaints.push(`${count} of ${selector}`);
  };

  if (document.documentElement.lang === '') complaints.push('no language');
  if (document.title.trim() === '') complaints.push('no title');
  for (const landmark of ['body > header', 'main', 'h1']) expectOne(landmark);
  const names = all('nav').map((nav) => nav.getAttribute('aria-label') ?? '');
  if (names.includes('') || new Set(names).size < names.length) complaints.push(`navigations named ${names.join()}`);

  const levels = all('h1,h2,h3,h4,h5,h6').map(({ tagName }) => Number(tagName.slice(1)));
  levels.forEach((level, index) => {
    if (level > (levels[index - 1] ?? 0) + 1) complaints.push(`heading of level ${level} out of order`);
  });

  const ids = all('[id]').map(({ id }) => id);
  if (new Set(ids).size < ids.length) complaints.push('an id is there twice');
  for (const cell of all('th')) {
    if (cell.getAttribute('scope') === null) complaints.push(`heading cell without scope: ${cell.textContent}`);
  }
  for (const link of all('a')) {
    if (link.textContent.trim() === '') complaints.push(`link without a name: ${link.href}`);
  }
  for (const control of all('input:not([type=hidden]),select')) {
    if (control.closest('label') === null) complaints.push(`control without a label: ${control.getAttribute('name')}`);
  }
  for (const short of all('thead th, .short, .number, .badge')) {
    const text = document.createRange();
    text.selectNodeContents(short);
    if (text.getClientRects().length > short.textContent.trim().split(/\s+/).length + short.children.length) {
      complaints.push(`a word is broken: ${short.textContent}`);
    }
  }
  for (const element of all('*')) {
    const handler = element.getAttributeNames().find((name) => name.startsWith('on') || name === 'style');
    if (handler !== undefined) complaints.push(`attribute ${handler} on ${element.tagName}`);
  }
  if (/\b\d{1,3}(,\d{3})+\b/.test(document.body.innerText)) complaints.push('a number with grouped digits');

  if (document.documentElement.scrollWidth > window.innerWidth) {
    complaints.push(`${document.documentElement.scrollWidth} px wide`);
  }
  const { color, backgroundColor } = getComputedStyle(document.body);
  if (color === backgroundColor) complaints.push('text in the colour of the paper');
  return complaints;
}
