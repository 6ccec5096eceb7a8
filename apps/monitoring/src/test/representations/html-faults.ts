import { SaxesParser } from 'saxes';

const VOID = /<(meta|link|br|hr|img|input)\b([^>]*?)\/?>/g;

/** Faults of a page, as sentences. */
export function htmlFaults(page: string): string[] {
  const faults: string[] = [];
  if (!page.startsWith('<!doctype html>\n<html lang="en">')) faults.push('it begins otherwise');
  // Charts have titles of their own.
  const text = page.replace(/<style>.*?<\/style>|<svg.*?<\/svg>/gs, '');
  for (const element of ['title', 'header', 'main', 'h1']) {
    const count = text.split(`<${element}>`).length + text.split(`<${element} `).length - 2;
    if (count !== 1) faults.push(`it has ${count} of ${element}`);
  }
  return [...faults, ...faultsOfElements(page)];
}

/** Pages are written so that they are well-formed XML, too, but for elements that never end. */
function faultsOfElements(page: string): string[] {
  const faults: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => void faults.push(message));
  parser.on('opentag', ({ name, attributes }) => {
    if (/^(script|iframe|object|embed|base)$/i.test(name)) faults.push(`it has the element ${name}`);
    for (const attribute of Object.keys(attributes)) {
      if (/^(on|style$)/i.test(attribute)) faults.push(`${name} has the attribute ${attribute}`);
      if (/^\s*javascript:/i.test(attributes[attribute]!)) faults.push(`${name} runs ${attributes[attribute]}`);
    }
  });
  parser.write(page.replace('<!doctype html>', '<!DOCTYPE html>').replace(VOID, '<$1$2/>')).close();
  return faults.slice(0, 3);
}
