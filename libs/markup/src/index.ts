export { escapeAttribute, escapeText, markup, Markup, type MarkupValue, withoutForbidden } from './markup';
