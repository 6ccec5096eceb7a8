import { type ReactNode, useEffect, useRef } from 'react';
import { createEditor, type EditorWanted, type JudgedExpression, type PromqlEditor as Editor } from './create-editor';

export interface PromqlEditorProps extends Omit<EditorWanted, 'judged'> {
  judged: JudgedExpression | undefined;
}

/** The editor itself, loaded with CodeMirror when it is first shown. */
export default function PromqlEditor(props: PromqlEditorProps): ReactNode {
  const { value, judged, label, example, maxLength, isReadOnly, run } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const latest = useRef(props);
  /** Typed texts that may still be rendered; such a value does not replace newer text. */
  const typed = useRef<string[]>([]);
  useEffect(() => {
    latest.current = props;
    if (typed.current.at(-1) === props.value) typed.current = [];
  });
  const runs = run !== undefined;
  useEffect(() => {
    const element = place.current!;
    const created = createEditor(element.shadowRoot ?? element.attachShadow({ mode: 'open' }), {
      label,
      example,
      maxLength,
      isReadOnly,
      value: latest.current.value,
      change: (text) => {
        typed.current.push(text);
        latest.current.change(text);
      },
      run: runs ? (text) => latest.current.run?.(text) : undefined,
      judge: (problem) => latest.current.judge(problem),
      judged: () => latest.current.judged,
    });
    editor.current = created;
    return () => created.destroy();
  }, [label, example, maxLength, isReadOnly, runs]);
  useEffect(() => {
    const { view } = editor.current!;
    const { length } = view.state.doc;
    if (typed.current.includes(value) || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: length, insert: value } });
    typed.current = [];
  }, [value]);
  useEffect(() => editor.current!.refresh(), [judged]);
  return <div ref={place} className="promql-editor" />;
}
