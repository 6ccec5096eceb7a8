export { escapeAttribute, escapeText, markup, Markup, type MarkupValue, withoutForbidden } from './markup';
export { measureJson, measureXml } from './measure';
