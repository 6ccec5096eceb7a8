export { escapeAttribute, escapeText, htmlOf, markup, Markup, type MarkupValue, withoutForbidden } from './markup';
