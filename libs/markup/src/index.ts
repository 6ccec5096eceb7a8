export { Markup, htmlOf, markup } from './markup';
export type { MarkupValue } from './markup';
export { escapeAttribute, escapeText, withoutForbidden } from './xml-text';
