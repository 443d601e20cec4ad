// Advice in words.

import type { AdvisedPlan } from "../lib/protocol";
import { upper } from "../lib/words";

const percent = (share: number): number => Math.round(share * 100);

/** "Pressing on", or what the adjutant would do anyway. */
export const planSaid = ({ said, own }: AdvisedPlan): string => (own ? "As your adjutant thinks best" : upper(said));

/** "58% (51 to 65)": the share of battles won, and between what bounds it lies. */
export function chanceOf({ share, low, high }: AdvisedPlan): string {
  return low === null || high === null ? `${percent(share)}%` : `${percent(share)}% (${percent(low)} to ${percent(high)})`;
}
