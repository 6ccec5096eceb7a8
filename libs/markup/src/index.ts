export { htmlOf, Markup, markup, type MarkupValue } from './markup';
export { escapeAttribute, escapeText, withoutForbidden } from './xml-text';
