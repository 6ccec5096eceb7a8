import { UnreadablePayload } from './foreign-alert';

/** Maximum number of form fields; a mail has few. */
const MAX_FIELDS = 200;

/** The texts of a form by field name; files are ignored, and the first of several fields with the same name counts. */
export async function readForm(bytes: Uint8Array, contentType: string): Promise<Record<string, string>> {
  const form = await parse(bytes, contentType);
  const fields = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of form) {
    if (++count > MAX_FIELDS) throw new UnreadablePayload(`it has more than ${MAX_FIELDS} fields`);
    if (typeof value === 'string') fields[name] ??= value;
  }
  return fields;
}

async function parse(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(Uint8Array.from(bytes), { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new UnreadablePayload('it is no form');
  }
}
