import { getAttribute, type ElementHandler, TextReader } from '../documents/element-handler';
import { FirstTexts } from './first-texts';
import { foldText } from './folded-text';
import type { XmlElement } from '../documents/guarded-xml-reader';
import type { ValueDefinitionContent } from './guide-content';
import { requiredId, xccdfName } from '../documents/xccdf-elements';

interface Choice {
  /** Empty for a choice without selector. */
  selector: string;
  isUnmarked: boolean;
  text: TextReader;
}

/** Reads an x:Value: the stored definition, and the choices that profiles refer to by selector. */
export class ValueReader implements ElementHandler {
  private readonly refId: string;
  private readonly valueType: string;
  private readonly texts = new FirstTexts(['title', 'description']);
  private readonly choices: Choice[] = [];
  private readonly lowerBounds: Choice[] = [];
  private readonly upperBounds: Choice[] = [];

  constructor(element: XmlElement) {
    this.refId = requiredId(element);
    this.valueType = getAttribute(element, 'type') ?? 'string';
  }

  open(child: XmlElement): ElementHandler | undefined {
    switch (xccdfName(child)) {
      case 'value':
        return addChoice(this.choices, child);
      case 'lower-bound':
        return addChoice(this.lowerBounds, child);
      case 'upper-bound':
        return addChoice(this.upperBounds, child);
      default:
        return this.texts.open(child);
    }
  }

  /** Text of the choice with that selector; without a selector, the default. */
  getText(selector: string): string | undefined {
    if (selector === '') return this.defaultText();
    return this.choices.find((choice) => choice.selector === selector)?.text.value;
  }

  toContent(): ValueDefinitionContent {
    return {
      refId: this.refId,
      title: this.texts.getValue('title') ?? '',
      description: foldText(this.texts.getValue('description') ?? ''),
      valueType: this.valueType,
      defaultValue: this.defaultText() ?? null,
      lowerBound: unselected(this.lowerBounds)?.text.value ?? null,
      upperBound: unselected(this.upperBounds)?.text.value ?? null,
    };
  }

  private defaultText(): string | undefined {
    return (unselected(this.choices) ?? this.choices[0])?.text.value;
  }
}

function addChoice(choices: Choice[], element: XmlElement): TextReader {
  const selector = getAttribute(element, 'selector');
  const text = new TextReader();
  choices.push({ selector: selector ?? '', isUnmarked: selector === undefined, text });
  return text;
}

const unselected = (choices: readonly Choice[]): Choice | undefined =>
  choices.find((choice) => choice.isUnmarked) ?? choices.find((choice) => choice.selector === '');
