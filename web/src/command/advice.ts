// Advice in words.

import type { AdvisedPlan, Advice } from "../lib/protocol";
import { upper } from "../lib/words";

const percent = (share: number): number => Math.round(share * 100);

/** "Pressing on", or what the adjutant would do anyway. */
export const planSaid = ({ said, own }: AdvisedPlan): string => (own ? "As your adjutant thinks best" : upper(said));

/** What he would do himself. */
export const toldOf = ({ plans, told }: Advice): string =>
  plans.find(({ taken }) => taken)?.own ? "He would leave it to your adjutant." : `He would ${told}.`;

/** "58% (51 to 65)": the share of battles won, and between what bounds it lies. */
export function chanceOf({ share, low, high }: AdvisedPlan): string {
  return low === null || high === null ? `${percent(share)}%` : `${percent(share)}% (${percent(low)} to ${percent(high)})`;
}
