/** The parts of a JSON schema that are used to create values. */
export interface ValueSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  example?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  properties?: Record<string, ValueSchema>;
  required?: string[];
  items?: ValueSchema;
  xml?: { name?: string };
  allOf?: ValueSchema[];
  anyOf?: ValueSchema[];
  oneOf?: ValueSchema[];
}

export type Components = Readonly<Record<string, ValueSchema>>;
