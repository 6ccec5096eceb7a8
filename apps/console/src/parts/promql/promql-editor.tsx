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
  useEffect(() => {
    latest.current = props;
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
      change: (text) => latest.current.change(text),
      run: runs ? () => latest.current.run?.() : undefined,
      judge: (problem) => latest.current.judge(problem),
      judged: () => latest.current.judged,
    });
    editor.current = created;
    return () => created.destroy();
  }, [label, example, maxLength, isReadOnly, runs]);
  useEffect(() => {
    const { view } = editor.current!;
    const { length } = view.state.doc;
    if (view.state.doc.toString() !== value) view.dispatch({ changes: { from: 0, to: length, insert: value } });
  }, [value]);
  useEffect(() => editor.current!.refresh(), [judged]);
  return <div ref={place} className="promql-editor" />;
}
