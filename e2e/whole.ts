// What is cut, covered, or off the screen: every text that is seen, by where it is drawn.

import type { Page } from "@playwright/test";

/** Every text that is not whole, a line each: cut by a frame, outside the window, under something else, or on another
 * text. What scrolls is no cut, nor is an ellipsis whose whole text a tooltip or a name gives. */
export async function broken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Placed {
      node: Text;
      parent: Element;
      rect: DOMRect;
    }
    const found: string[] = [];
    const texts: Placed[] = [];
    const room = document.documentElement.clientWidth;
    const say = (what: string, text: string, parent: Element) => {
      const place = parent.closest("[class]");
      found.push(`${what}: “${text.trim().slice(0, 60)}” in ${place?.tagName.toLowerCase()}.${place?.getAttribute("class")}`);
    };
    /** Nothing changes meanwhile: what is asked of an element again and again is found out once. */
    const once = <T>(of: (element: Element) => T): ((element: Element) => T) => {
      const known = new Map<Element, T>();
      return (element) => {
        if (!known.has(element)) known.set(element, of(element));
        return known.get(element) as T;
      };
    };
    const styleOf = once((element) => {
      const { position, display, overflowX, overflowY, textOverflow } = getComputedStyle(element);
      return { position, display, overflowX, overflowY, textOverflow };
    });
    const boxOf = once((element) => element.getBoundingClientRect());
    /** Inside a box of a pixel. */
    const isTiny = once((element): boolean => {
      const frame = element.parentElement;
      return (styleOf(element).position === "absolute" && element.clientWidth <= 1) || (frame !== null && isTiny(frame));
    });
    /** For those who listen alone, or in a box of a pixel, or drawn by the browser itself. */
    const isUnseen = once((element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return true;
      if (element.closest(".visually-hidden, .skip-link, option, select, math") !== null) return true;
      return isTiny(element);
    });
    /** What stays in front of the page while it scrolls. */
    const dock = once((element): Element | null => {
      const outer = element.parentElement && dock(element.parentElement);
      return outer ?? (/fixed|sticky/.test(styleOf(element).position) ? element : null);
    });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.nodeValue?.trim() || isUnseen(parent)) continue;
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1) continue;
        texts.push({ node: node as Text, parent, rect });
      }
    }
    const seen = new Set<Node>();
    const away = new Set<DOMRect>();
    for (const { node, parent, rect } of texts) {
      const text = node.nodeValue ?? "";
      let scrolls = false;
      let cut = "";
      // Behind an ellipsis nothing is drawn.
      let end = rect.right;
      for (let frame: Element | null = parent; frame && frame !== document.body; frame = frame.parentElement) {
        const style = styleOf(frame);
        if (style.display === "inline" || style.overflowX === "visible") continue;
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) {
          scrolls = true;
          const box = boxOf(frame);
          // What is scrolled out of sight lies on nothing.
          if (rect.top >= box.bottom - 3 || rect.bottom <= box.top + 3 || rect.left >= box.right || rect.right <= box.left) away.add(rect);
          break;
        }
        const box = boxOf(frame);
        if (style.textOverflow === "ellipsis" && frame.matches("[title], [title] *, [aria-label], [aria-label] > *")) {
          end = Math.min(end, box.right);
          continue;
        }
        if (rect.left < box.left - 1.5 || rect.right > box.right + 1.5 || rect.bottom > box.bottom + 3 || rect.top < box.top - 3) {
          cut = `cut by ${frame.tagName.toLowerCase()}.${frame.getAttribute("class")}`;
          break;
        }
      }
      if (scrolls || seen.has(node)) continue;
      if (cut !== "") say(cut, text, parent);
      else if (rect.left < -1 || rect.right > room + 1) say("off the screen", text, parent);
      else {
        // It should also stay in its own card.
        const card = parent.closest(".card, .panel, fieldset, button, td, th, li, figure, dialog, label");
        const box = card && getComputedStyle(card).display !== "contents" && boxOf(card);
        if (card && box && (Math.min(rect.right, end) > box.right + 1.5 || rect.left < box.left - 1.5)) say(`outside ${card.tagName.toLowerCase()}.${card.getAttribute("class")}`, text, parent);
        else {
          const y = rect.top + rect.height / 2;
          // What lets the pointer through to a slider may stand in its row, below what is painted: the track and its thumb.
          const isBelow = (hit: Element) => {
            const { top, height } = hit.getBoundingClientRect();
            return hit.matches("input[type=range]") && getComputedStyle(parent).pointerEvents === "none" && rect.top > top + height / 2 + 6;
          };
          const hit = [0.1, 0.5, 0.9]
            .map((share) => rect.left + share * (end - rect.left))
            .filter((x) => x >= 0 && x < room && y >= 0 && y < innerHeight)
            .map((x) => document.elementFromPoint(x, y))
            .find((hit) => hit && !hit.contains(parent) && !parent.contains(hit) && dock(hit) === dock(parent) && !hit.closest("label")?.contains(parent) && !isBelow(hit));
          if (hit) say(`under ${hit.tagName.toLowerCase()}.${hit.getAttribute("class")}`, text, parent);
          else continue;
        }
      }
      seen.add(node);
    }
    const sorted = texts.filter(({ rect }) => rect.bottom > 0 && !away.has(rect)).sort((a, b) => a.rect.top - b.rect.top);
    for (const [place, one] of sorted.entries()) {
      for (let next = place + 1; next < sorted.length; next += 1) {
        const other = sorted[next];
        if (!other || other.rect.top > one.rect.bottom) break;
        if (other.node === one.node) continue;
        const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        if (wide > 2 && high > 5 && dock(one.parent) === dock(other.parent)) say(`on “${other.node.nodeValue?.trim().slice(0, 30)}”`, one.node.nodeValue ?? "", one.parent);
      }
    }
    // A number that its field cuts; what is being typed into may be longer.
    for (const field of document.querySelectorAll<HTMLInputElement>(".number input")) {
      if (isUnseen(field) || field === document.activeElement) continue;
      if (field.scrollWidth > field.clientWidth + 1) say("cut by its field", field.value, field);
    }
    return found;
  });
}
