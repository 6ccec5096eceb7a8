/** Properties that decide how a child resource is created. */
export interface CreationCase {
  category: 'PLATFORM' | 'SERVER' | 'SERVICE';
  supportsManualAdd: boolean;
  createPolicy: 'NEITHER' | 'CREATE_ONLY' | 'DELETE_ONLY' | 'BOTH';
  dataType: 'CONFIGURATION' | 'CONTENT';
  hasCreationPackage: boolean;
  /** Whether the type is permitted below the type of the parent. */
  isPermittedChild: boolean;
  hasContent: boolean;
  hasName: boolean;
}

/** Way of creation: at once with connection properties, by an agent, or at once regardless of the type. */
export type CreationPath = 'manual' | 'asynchronous' | 'synthetic';

/** How a resource is created, or why it cannot be. See rules inventory-10, content-2. */
export function creationPath(of: CreationCase): CreationPath | { refused: string } {
  if (of.category === 'PLATFORM') return { refused: 'A platform cannot have a parent' };
  const isCreatable = of.createPolicy === 'CREATE_ONLY' || of.createPolicy === 'BOTH';
  if (of.hasContent) {
    if (!isCreatable) return { refused: 'Resources of this type cannot be created' };
    if (of.dataType !== 'CONTENT' || !of.hasCreationPackage) {
      return { refused: 'Resources of this type are not created from content' };
    }
    if (!of.isPermittedChild) return { refused: 'Resources of this type are not allowed below the parent' };
    return of.hasName ? 'asynchronous' : NO_NAME;
  }
  if (of.supportsManualAdd) return 'manual';
  if (isCreatable && of.dataType === 'CONTENT') return { refused: 'Resources of this type are created from content' };
  if (!of.hasName) return NO_NAME;
  return isCreatable ? 'asynchronous' : 'synthetic';
}

const NO_NAME = { refused: 'Field resourceName must be given' };
