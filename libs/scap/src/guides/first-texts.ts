import { TextReader } from '../documents/element-handler';
import { foldText } from './folded-text';
import type { XmlElement } from '../documents/guarded-xml-reader';
import { xccdfName } from '../documents/xccdf-elements';

/** Texts of an element by the names of its children; of several children with the same name, the first counts. */
export class FirstTexts<Name extends string> {
  private readonly readers = new Map<string, TextReader>();

  constructor(private readonly names: readonly Name[]) {}

  /** Undefined for a child that is not such a text, or a repeated one. */
  open(child: XmlElement): TextReader | undefined {
    const name = this.names.find((known) => known === xccdfName(child));
    if (name === undefined || this.readers.has(name)) return undefined;
    const reader = new TextReader();
    this.readers.set(name, reader);
    return reader;
  }

  /** Undefined without such a child. */
  getValue(name: Name): string | undefined {
    return this.readers.get(name)?.value;
  }
}

/** Texts of a guide's item; white space in longer ones is folded. */
export function describedBy(texts: Pick<FirstTexts<'title' | 'description' | 'rationale'>, 'getValue'>) {
  const rationale = texts.getValue('rationale');
  return {
    title: texts.getValue('title') ?? '',
    description: foldText(texts.getValue('description') ?? ''),
    rationale: rationale === undefined ? null : foldText(rationale),
  };
}
