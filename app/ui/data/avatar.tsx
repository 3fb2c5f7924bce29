import { useState } from 'react';
import { cx } from '../cx';

export interface AvatarProps {
  /** name of a person or a company; its initials are shown without a picture */
  name: string;
  src?: string | undefined;
  size?: 20 | 24 | 32 | 40 | 56;
  shape?: 'round' | 'square';
  className?: string;
}

/** One grapheme for CJK names, two initials else. */
export function initials(name: string): string {
  const clean = name.trim();
  const first = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(clean)][0]?.segment ?? '';
  if (!first) return '?';
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(first)) return first;
  const words = clean.split(/\s+/);
  const last = words.length > 1 ? (words[words.length - 1]![0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** Font size of the initials in pixels: at least 10, below which a Han character is illegible. */
export const initialsSize = (size: number): number => Math.max(10, Math.round(size * 0.42));

/** The picture of a person or a company. Decorative: the name is beside it or in the label of its button. */
export function Avatar({ name, src, size = 32, shape = 'round', className }: AvatarProps) {
  const box = cx(
    'inline-flex shrink-0 select-none items-center justify-center overflow-hidden',
    shape === 'round' ? 'rounded-full' : 'rounded-control',
    className,
  );
  // the picture comes from the server; the initials replace it where it fails to load
  const [missing, setMissing] = useState('');
  if (src && src !== missing)
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        onError={() => setMissing(src)}
        className={cx(box, 'object-cover')}
        style={{ width: size, height: size }}
      />
    );
  return (
    <span
      aria-hidden
      className={cx(box, 'bg-accent-tint font-medium text-accent-ink')}
      style={{ width: size, height: size, fontSize: initialsSize(size) }}
    >
      {initials(name)}
    </span>
  );
}
