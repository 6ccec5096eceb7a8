import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const token = (name: string): string => `var(--pf-t--global--${name})`;
const TEXT = token('text--color--regular');
const SUBTLE = token('text--color--subtle');
const RAISED = token('background--color--floating--default');

/** Both themes of the page by its own tokens, which reach into the editor. */
const look = EditorView.theme({
  '&': { color: TEXT, backgroundColor: 'transparent', fontSize: '0.875rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': {
    caretColor: TEXT,
    padding: '0.5rem 0',
    minHeight: '1.5rem',
    fontFamily: token('font--family--mono'),
  },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-scroller': { maxHeight: '16rem', overflow: 'auto', lineHeight: '1.5' },
  '.cm-placeholder': { color: SUBTLE },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'rgba(128, 128, 128, 0.3)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'rgba(201, 25, 11, 0.25)' },
  '.cm-tooltip': {
    color: TEXT,
    backgroundColor: RAISED,
    border: `1px solid ${token('border--color--default')}`,
    borderRadius: '6px',
    maxWidth: 'min(40rem, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.25rem 0.5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: TEXT,
    backgroundColor: token('background--color--primary--hover'),
    outline: `1px solid ${token('border--color--clicked')}`,
  },
  '.cm-completionDetail': { color: SUBTLE, fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'bold' },
  '.cm-completionInfo': { padding: '0.5rem' },
  '.cm-diagnostic': { padding: '0.25rem 0.5rem' },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: SUBTLE, fontStyle: 'italic' },
  { tag: tags.string, color: token('text--color--status--success--default') },
  { tag: tags.number, color: token('text--color--status--info--default') },
  { tag: tags.function(tags.variableName), color: token('text--color--link--default') },
  { tag: [tags.operatorKeyword, tags.modifier, tags.logicOperator], color: token('text--color--link--default') },
  { tag: tags.labelName, color: token('text--color--status--custom--default') },
  { tag: tags.invalid, color: token('text--color--status--danger--default') },
]);

export const editorTheme: Extension = [look, syntaxHighlighting(colours)];
