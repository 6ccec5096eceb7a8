import { getAttribute, type ElementHandler, TextReader } from '../documents/element-handler';
import type { XmlElement } from '../documents/guarded-xml-reader';
import { booleanAttribute, requiredId, xccdfName } from '../documents/xccdf-elements';
import { FirstTexts } from './first-texts';

/** A selection or override of a profile, in document order. */
export type ProfileChoice =
  | { kind: 'select'; idref: string; isSelected: boolean }
  | { kind: 'refine-value'; idref: string; selector: string }
  | { kind: 'set-value'; idref: string; text: TextReader };

/** Reads an x:Profile with its unresolved choices; see ProfileResolver. */
export class ProfileReader implements ElementHandler {
  readonly refId: string;
  readonly extendedRefId: string | undefined;
  readonly choices: ProfileChoice[] = [];
  private readonly texts = new FirstTexts(['title', 'description']);

  constructor(element: XmlElement) {
    this.refId = requiredId(element);
    this.extendedRefId = getAttribute(element, 'extends');
  }

  get title(): string {
    return this.texts.getValue('title') ?? '';
  }

  get description(): string | null {
    return this.texts.getValue('description') ?? null;
  }

  open(child: XmlElement): ElementHandler | undefined {
    switch (xccdfName(child)) {
      case 'select':
      case 'refine-value':
      case 'set-value':
        return this.openChoice(child);
      default:
        return this.texts.open(child);
    }
  }

  private openChoice(element: XmlElement): TextReader | undefined {
    const idref = getAttribute(element, 'idref');
    if (idref === undefined) return undefined;
    if (element.local === 'set-value') {
      const text = new TextReader();
      this.choices.push({ kind: 'set-value', idref, text });
      return text;
    }
    if (element.local === 'refine-value') {
      this.choices.push({ kind: 'refine-value', idref, selector: getAttribute(element, 'selector') ?? '' });
    } else if (getAttribute(element, 'selected') !== undefined) {
      this.choices.push({ kind: 'select', idref, isSelected: booleanAttribute(element, 'selected', true) });
    }
    return undefined;
  }
}
