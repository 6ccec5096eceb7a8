import type { FrameworkBody } from '@wardstone/dto/compliance';

const LONGEST_TITLE = 200;
const MOST_ADDRESSES = 50;
const LONGEST_ADDRESS = 500;
/** Each reference of an import is compared with all of them. */
export const MOST_FRAMEWORKS = 200;

/** Rules that a framework breaks, one text each; empty when it may be stored. Pure. */
export function frameworkViolations({ title, addresses }: FrameworkBody): string[] {
  const problems = [
    title.trim() === '' && `title can't be blank`,
    [...title].length > LONGEST_TITLE && `title is too long (maximum is ${LONGEST_TITLE} characters)`,
    addresses.length === 0 && `addresses can't be blank`,
    addresses.length > MOST_ADDRESSES && `addresses are too many (maximum is ${MOST_ADDRESSES})`,
    addresses.some((address) => address === '') && `address can't be blank`,
    addresses.some((address) => address.length > LONGEST_ADDRESS) &&
      `address is too long (maximum is ${LONGEST_ADDRESS} characters)`,
  ];
  return problems.flatMap((problem) => (problem ? [`V2::Framework ${problem}`] : []));
}
