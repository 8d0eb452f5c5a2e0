/** The width that a chart has, so that it is drawn in the pixels of the screen and its texts keep their size. */
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Pixels of a chart before its width is known, and those between which it stays. */
const FIRST_CHART_WIDTH = 640;
const MIN_CHART_WIDTH = 240;
const MAX_CHART_WIDTH = 900;

/** @returns a reference for the element that is measured, and its width in pixels */
export function useWidth<Measured extends Element>(): readonly [RefObject<Measured | null>, number] {
  const element = useRef<Measured>(null);
  const width = useSignal(FIRST_CHART_WIDTH);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) width.value = Math.max(MIN_CHART_WIDTH, Math.min(MAX_CHART_WIDTH, Math.round(entry.contentRect.width)));
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width.value];
}
