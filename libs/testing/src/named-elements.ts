type Role = 'button' | 'link' | 'input';

/** The part of an element of a page that is used here: this workspace is checked without the types of a browser. */
interface PageElement {
  nodeType: number;
  textContent: string;
  labels?: Iterable<PageElement> | null;
  /** Null for the document. */
  ownerDocument: PageDocument | null;
  matches(selector: string): boolean;
  closest(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
  cloneNode(deep: boolean): PageElement;
  checkVisibility(options: { visibilityProperty: boolean }): boolean;
  remove(): void;
}

interface PageDocument {
  getElementById(id: string): PageElement | null;
}

/**
 * Selector of the visible elements of a role and an accessible name, for puppeteer. `::-p-aria` has the browser make an
 * accessibility tree, in every frame of a page that is waited for: five times the processor time.
 */
export const named = (role: Role, name: string): string => `::-p-named(${JSON.stringify(`${role} ${name}`)})`;

/** The query of `::-p-named`, which runs in the page: it must name no function, because bundles mark those. */
export const namedElements = {
  queryAll: <T>(root: T, wanted: string): T[] => {
    const around = root as unknown as PageElement;
    const [, role = '', name = ''] = /^(\w+) (.*)$/s.exec(wanted) ?? [];
    const selector = { button: 'button, [role=button]', link: 'a[href], [role=link]', input: 'input' }[role] ?? role;
    const page = around.ownerDocument ?? (root as unknown as PageDocument);
    const found = [around, ...around.querySelectorAll(selector)].filter((element) => {
      // Node type 1 is an element.
      if (element.nodeType !== 1 || !element.matches(selector)) return false;
      const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
      const labels = ids.map((id) => page.getElementById(id)).filter((label) => label !== null);
      const own = [...(element.labels ?? [])];
      const label = labels.length > 0 ? undefined : element.getAttribute('aria-label');
      const text = [labels, own, [element]]
        .find((parts) => parts.length > 0)!
        .map((part) => {
          const shown = part.cloneNode(true);
          for (const hidden of shown.querySelectorAll('[aria-hidden=true]')) hidden.remove();
          return shown.textContent;
        });
      if ((label ?? text.join('')).replaceAll(/\s/g, '') !== name.replaceAll(/\s/g, '')) return false;
      return element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true], [inert]');
    });
    return found as unknown[] as T[];
  },
};
