import type { FrameworkBody } from '@wardstone/dto/compliance';

const MAX_TITLE = 200;
const MAX_ADDRESSES = 50;
const MAX_ADDRESS = 500;
/** Limited because each reference of an import is compared with all of them. */
export const MAX_FRAMEWORKS = 200;

/** Violations of rules by a framework, one text each; empty if it is valid. Pure. */
export function frameworkViolations({ title, addresses }: FrameworkBody): string[] {
  const problems = [
    title.trim() === '' && `title can't be blank`,
    [...title].length > MAX_TITLE && `title is too long (maximum is ${MAX_TITLE} characters)`,
    addresses.length === 0 && `addresses can't be blank`,
    addresses.length > MAX_ADDRESSES && `addresses are too many (maximum is ${MAX_ADDRESSES})`,
    addresses.some((address) => address === '') && `address can't be blank`,
    addresses.some((address) => address.length > MAX_ADDRESS) &&
      `address is too long (maximum is ${MAX_ADDRESS} characters)`,
  ];
  return problems.flatMap((problem) => (problem ? [`V2::Framework ${problem}`] : []));
}
