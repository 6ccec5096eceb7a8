import { DocumentError, tooLarge } from '../documents/document-error';
import { DOCUMENT_LIMITS } from '../documents/document-limits';
import { ElementDispatcher } from '../documents/element-handler';
import { GuardedXmlReader } from '../documents/guarded-xml-reader';
import { StrictDecoder } from '../documents/strict-decoder';
import { type Checklist, CHECKLIST_LIMITS, type ChecklistForm } from './checklist';
import { CklReader } from './ckl-reader';
import { readCklb } from './cklb-reader';

/**
 * Parses a checklist from bytes: call write() any number of times, then end().
 * @throws DocumentError
 */
export interface ChecklistParser {
  write(bytes: Uint8Array): void;
  end(): Checklist;
}

const { rawBytes, decodedBytes } = CHECKLIST_LIMITS;
const LIMITS = { ...DOCUMENT_LIMITS, rawBytes, decodedBytes };

export function checklistParser(form: ChecklistForm, checkDeadline: () => void = () => {}): ChecklistParser {
  if (form === 'cklb') return new CklbParser();
  const reader = new CklReader();
  const xml = new GuardedXmlReader(new ElementDispatcher(reader), { checkDeadline, limits: LIMITS });
  return {
    write: (bytes) => xml.write(bytes),
    end: () => {
      xml.end();
      return reader.toChecklist();
    },
  };
}

class CklbParser implements ChecklistParser {
  private readonly decoder = new StrictDecoder();
  private readonly texts: string[] = [];
  private bytes = 0;

  write(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    if (this.bytes > decodedBytes) throw tooLarge();
    const { text, isIllFormed } = this.decoder.decode(bytes);
    if (isIllFormed) throw new DocumentError('invalid', 'not well-formed UTF-8');
    this.texts.push(text);
  }

  end(): Checklist {
    if (this.decoder.endsIncomplete()) throw new DocumentError('invalid', 'not well-formed UTF-8');
    return readCklb(this.texts.join('').replace(/^\uFEFF/, ''));
  }
}
