// For keyboards, screen readers, small screens and dark rooms.

import type { Locator, Page } from "@playwright/test";
import {
  UNTRAINED,
  board,
  expect,
  expectAccessible,
  follow,
  frame,
  nth,
  open,
  ready,
  set,
  settings,
  slider,
  soon,
  test,
  unfold,
  violations,
} from "./page";
import { ROOMS } from "./rooms";

/** Opens a room, with whatever a link says besides, and waits for what it draws. */
async function visit(page: Page, room: string, drawn: string, fragment = ""): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./#room=${room}${fragment}`);
  await soon(page, drawn, true, 30_000);
  await expect(page.locator(drawn).first()).toBeVisible();
  await ready(page);
}

/** Goes to another room of the page that is open. */
async function enterRoom(page: Page, room: (typeof ROOMS)[number][0], drawn: string): Promise<void> {
  await set(page, { room });
  await soon(page, drawn, true, 30_000);
  await expect(page.locator(drawn).first()).toBeVisible();
  await ready(page);
}

/** What a button has opened; the room around it is looked at with all rooms. */
const OPEN_MENU = ".drop-menu:not([hidden])";

test("axe finds nothing in what opens", async ({ page }) => {
  // Many looks.
  test.slow();
  await open(page, "nearfar=1&theme=light&a=da:linear(0.5,1):late-add");
  await page.getByRole("button", { name: "Help and keys" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "help", ["dark"], "dialog[open]");
  await page.keyboard.press("Escape");

  await board(page).press("t");
  await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
  await expectAccessible(page, "table", ["dark"], "dialog[open]");
  await page.keyboard.press("Escape");

  for (const menu of ["Model and method of A", "Mask and pictures"]) {
    const opener = page.getByRole("button", { name: menu });
    await opener.click();
    await expectAccessible(page, menu, [], OPEN_MENU);
    await page.keyboard.press("Escape");
    await expect(opener).toHaveAttribute("aria-expanded", "false");
    await expect(opener).toBeFocused();
  }

  await page.getByRole("option", { name: /^Coefficient/ }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "a step", ["dark"], "dialog[open]");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await expect(page.getByRole("group", { name: "Save as" })).toBeVisible();
  await expectAccessible(page, "what can be saved", ["dark"], OPEN_MENU);

  await set(page, { view: "lines" });
  await expectAccessible(page, "lines", ["dark"], "#pictures");
  await set(page, { sentence: "" });
  await expectAccessible(page, "no sentence", ["dark"], "main");
});

test("a word that waits for its vector is legible", async ({ page }) => {
  await open(page);
  const held: (() => void)[] = [];
  await page.route("**/vectors/part-*.bin", async (route) => {
    await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  // Not awaited: it resolves when the vectors are there.
  await page.evaluate(() => void window.nearfar.set({ sentence: "A perspicacious wombat." }));
  await expect(page.locator(".token.waiting")).not.toHaveCount(0);
  expect.soft(await violations(page)).toEqual([]);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const release of held) release();
  await ready(page);
});

test("every control has a name", async ({ page }) => {
  await open(page, "nearfar=1&a=da:clip(2):early-add&b=da:linear(1,1):late-add");
  const client = await page.context().newCDPSession(page);
  const unnamed = async () => {
    const { nodes } = await client.send("Accessibility.getFullAXTree");
    const roles =
      /^(button|slider|textbox|combobox|checkbox|application|link|menuitem|tab|region|dialog|form|img|group|navigation|alertdialog)$/;
    return nodes
      .filter(
        ({ ignored, role, name }) =>
          !ignored && roles.test(String(role?.value)) && !String(name?.value ?? "").trim(),
      )
      .map(({ role, backendDOMNodeId }) => `${role?.value} ${backendDOMNodeId}`);
  };
  expect(await unnamed()).toEqual([]);
  await set(page, { room: "curves", "curve-axis": "tokens" });
  await ready(page);
  expect(await unnamed()).toEqual([]);
});

/** What Tab reaches, in order, from the top until it leaves the page; and what it should reach. */
async function walk(page: Page) {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    const seen: Element[] = [];
    Object.assign(window, { seen });
    document.addEventListener("focusin", (event) => seen.push(event.target as Element));
  });
  const count = await page.evaluate(
    () => document.querySelectorAll("button, input, select, textarea, a[href], [tabindex]").length,
  );
  for (let press = 0; press <= count; press++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement === document.body)) break;
  }
  return page.evaluate(() => {
    const seen = (window as unknown as { seen: Element[] }).seen;
    const label = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 30)}`;
    const reachable = [
      ...document.querySelectorAll("button, input, select, textarea, a[href], [tabindex]"),
    ].filter(
      (element) =>
        !(element as HTMLButtonElement).disabled &&
        (element as HTMLElement).tabIndex >= 0 &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    const reached = new Set(seen);
    const backwards = seen.filter((element, index) => {
      const before = seen[index - 1];
      return (
        before && !(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
      );
    });
    return {
      reached: seen.length,
      repeated: seen.length - reached.size,
      missed: reachable.filter((element) => !reached.has(element)).map(label),
      backwards: backwards.map(label),
      first: seen[0] ? label(seen[0]) : "",
    };
  });
}

for (const [room, drawn] of ROOMS) {
  test(`Tab reaches every control of ${room} in the order of the page`, async ({ page }) => {
    await visit(page, room, drawn, "&sentence=One+two.&curve-axis=tokens");
    await unfold(page);
    const found = await walk(page);
    expect(found).toMatchObject({ missed: [], backwards: [], repeated: 0 });
    expect(found.reached).toBeGreaterThan(18);
    expect(found.first).toBe("a Skip to the room");
  });
}

test("what has the focus is seen", async ({ page }) => {
  await open(page, "nearfar=1&sentence=One+two.&heads=2");
  const unseen: string[] = [];
  for (let press = 0; press < 25; press++) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const { width, height, bottom, right } = element.getBoundingClientRect();
      const marked =
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
      const inside = width > 0 && height > 0 && bottom > 0 && right > 0;
      return { name: element.outerHTML.slice(0, 80), seen: marked && inside };
    });
    if (!focus.seen) unseen.push(focus.name);
  }
  expect(unseen).toEqual([]);
});

test("what does nothing any more, or is gone, hands on the focus of whoever pressed it by a key", async ({ page }) => {
  await open(page, "", "");
  const focused = () => page.evaluate(() => document.activeElement?.tagName ?? "BODY");
  const { range } = slider(page, "w");
  await range.press("ArrowLeft");
  const learned = page.getByRole("button", { name: "As learned" });
  await learned.focus();
  await page.keyboard.press("Enter");
  await expect(learned).toBeDisabled();
  await expect.poll(focused).not.toBe("BODY");
  // Both changes undone, there is nothing left to undo.
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.focus();
  for (let presses = 0; presses < 5 && (await undo.isEnabled()); presses++) await page.keyboard.press("Space");
  await expect(undo).toBeDisabled();
  await expect.poll(focused).not.toBe("BODY");
  // A step that goes, goes with its button.
  const claim = page.getByRole("region", { name: "The first steps" });
  await claim.getByRole("button", { name: "Why ReLU?" }).focus();
  await page.keyboard.press("Enter");
  await expect(claim.getByRole("switch", { name: "ReLU" })).toBeFocused();
});

test("the skip link leads to the room and keeps the settings", async ({ page }) => {
  await open(page, "nearfar=1&seed=12&heads=3");
  const before = await settings(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the room" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await frame(page);
  // It is no link to settings.
  await expect(page.locator(".notice")).toHaveCount(0);
  expect(await settings(page)).toEqual(before);
});

test("nothing scrolls sideways at any width", async ({ page }) => {
  test.slow();
  for (const [index, width] of [360, 390, 768, 960, 1130, 1440].entries()) {
    await test.step(`${width} wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      if (index === 0) await open(page);
      else await follow(page);
      if (width === 390) {
        // WCAG 2.2, 2.5.8: 24 by 24 pixels, or as much room around.
        const close = await page.evaluate(() =>
          [...document.querySelectorAll("button, select, input:not([type=range]):not([type=checkbox])")]
            .filter((element) => element.checkVisibility())
            .map((element) => ({ element, box: element.getBoundingClientRect() }))
            .filter(
              ({ element, box }) => (box.width < 24 || box.height < 24) && !element.closest("table"),
            )
            .map(
              ({ element, box }) =>
                `${element.outerHTML.slice(0, 60)} ${Math.round(box.width)}x${Math.round(box.height)}`,
            ),
        );
        expect.soft(close, "what a finger touches is large enough").toEqual([]);
      }
      for (const changes of [
        {},
        {
          view: "lines",
          a: "da:linear(-0.25,1.5):early-multiply-without-relu",
          b: "da:clip(2):early-add-with-relu",
        },
        {
          view: "heatmap",
          sentence: "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(12),
          cursor: [1, 2],
        },
        { room: "curves", "curve-axis": "tokens" },
      ] as Nearfar.Changes[]) {
        await set(page, changes);
        await ready(page);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect.soft(over, `${width} wide: ${JSON.stringify(changes)}`).toBeLessThanOrEqual(0);
      }
      await page.getByRole("button", { name: "Help and keys" }).click();
      const box = await page.getByRole("dialog").boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    });
  }
});

test("light and dark follow the system until one is chosen", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  const root = page.locator("html");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(root).toHaveAttribute("data-theme", "dark");
  const dark = await paper();
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-theme", "light");
  await expect.poll(paper).not.toBe(dark);

  await page.getByRole("contentinfo").getByLabel("Theme").selectOption("dark");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect.poll(paper).toBe(dark);
  expect((await settings(page)).theme).toBe("dark");
  // No link holds it, but the browser keeps it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("nearfar.theme"))).toBe("dark");
  expect(page.url()).not.toContain("theme");
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.getByRole("contentinfo").getByLabel("Theme").selectOption("light");
  await expect(root).toHaveAttribute("data-theme", "light");
});

test("nothing moves for those who want nothing to move", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll("*")].filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return (
          animationName !== "none" ||
          transitionDuration.split(",").some((time) => Number.parseFloat(time) > 0.01)
        );
      }).length,
  );
  expect(moving).toBe(0);
});

test("keys, dialogs and what is told", async ({ page }) => {
  // As many tests as it has steps.
  test.slow();
  await test.step("changes are told to those who do not see them", async () => {
    await open(page);
    await expect(board(page)).toHaveAttribute(
      "aria-label",
      /^Head 4, 23 queries by 23 keys\. Largest: [\d.]+ from “.+” to “.+”\./,
    );
    await set(page, { head: 9 });
    await expect(board(page)).toHaveAttribute("aria-label", /^Head 9, /);
    await expect(
      nth(await page.locator("[aria-live=polite], [role=status]").all(), 0),
    ).toBeAttached();
  });
  await test.step("the cell under the cursor is told to whoever moves it by keys, and to nobody else", async () => {
    await follow(page);
    const line = page.locator("#cell");
    await expect(line).toHaveAttribute("aria-live", "off");
    await board(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect(line).toHaveAttribute("aria-live", "polite");
    await page.locator(".dock").getByRole("slider").first().focus();
    await page.keyboard.press("ArrowRight");
    await expect(line).toHaveAttribute("aria-live", "off");
  });
  await test.step("? opens help, Escape closes it, and the focus returns", async () => {
    await follow(page);
    const help = page.getByRole("dialog", { name: "What this is, and the keys" });
    const button = page.getByRole("button", { name: "Help and keys" });
    await button.focus();
    await page.keyboard.press("?");
    await expect(help).toBeVisible();
    expect(await help.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(button).toBeFocused();
    // In a text, a question mark is a question mark.
    const sentence = page.getByRole("textbox", { name: "Sentence" });
    await sentence.fill("");
    await sentence.press("?");
    await expect(help).toBeHidden();
    expect((await settings(page)).sentence).toBe("?");
  });
  await test.step("an open dialog keeps keys and pointer from the room behind it", async () => {
    await follow(page);
    await page.keyboard.press("?");
    const before = await settings(page);
    for (const key of ["2", "]", "["]) await page.keyboard.press(key);
    await frame(page);
    expect(await settings(page)).toEqual(before);
    await expect(page.getByRole("dialog")).toBeVisible();
    // A click beside it closes it.
    await page.mouse.click(5, 500);
    await expect(page.getByRole("dialog")).toBeHidden();
  });
  await test.step("Escape closes what is open before it releases the cell", async () => {
    await follow(page);
    await set(page, { cursor: [2, 3], selected: [4] });
    await board(page).press("t");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await settings(page)).toMatchObject({ cursor: [2, 3], selected: [4] });
    await page.keyboard.press("Escape");
    expect(await settings(page)).toMatchObject({ cursor: null, selected: [] });
  });
  await test.step("a dialog is printed alone", async () => {
    await follow(page);
    await page.keyboard.press("?");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.locator(".sentence")).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await expect(page.locator(".sentence")).toBeVisible();
  });
});

// Names in the other languages: languages.spec.ts.
test("axe finds nothing in any room", async ({ page }) => {
  test.setTimeout(180_000);
  for (const [index, [room, drawn]] of ROOMS.entries()) {
    if (index === 0) {
      // With a notice, a locked cell, selected tokens and an unknown word.
      await visit(page, room, drawn, `&${UNTRAINED}&nearfar=1&theme=light&seed=red`);
      await expect(page.locator(".notice")).toHaveCount(1);
      await set(page, { sentence: "The old man xyzzyq was not good.", cursor: [2, 5], selected: [1, 3], "curve-axis": "tokens", slopes: true });
      await ready(page);
    } else {
      await enterRoom(page, room, drawn);
    }
    await expectAccessible(page, room, ["dark", "projector"]);
    // What only a phone shows has colours, too.
    await page.setViewportSize({ width: 390, height: 900 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await ready(page);
    await expectAccessible(page, `${room}, 390 wide`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test("axe finds nothing in another page", async ({ page }) => {
  test.slow();
  for (const [index, [room, drawn]] of ROOMS.entries()) {
    if (index === 0) await visit(page, room, drawn, "&embed=1");
    else await enterRoom(page, room, drawn);
    // The room itself is that of the page alone.
    expect.soft(await violations(page, "surroundings"), `${room}, embedded`).toEqual([]);
  }
});

/** Counts what plays: contexts that were made, and those of them that are not closed. */
async function listening(page: Page): Promise<() => Promise<[number, number]>> {
  await page.addInitScript(() => {
    const made: AudioContext[] = [];
    const Plain = AudioContext;
    Object.assign(window, {
      made,
      AudioContext: class extends Plain {
        constructor() {
          super();
          made.push(this);
        }
      },
    });
  });
  return () =>
    page.evaluate(() => {
      const { made } = window as unknown as { made: AudioContext[] };
      return [made.length, made.filter(({ state }) => state !== "closed").length];
    });
}

const listen = (page: Page): Locator =>
  page.getByRole("button", { name: "Listen to the row" }).first();

test("a row is heard on request, and stops on request", async ({ page }) => {
  const playing = await listening(page);
  await open(page, "sentence=One+two+three+four+five+six+seven+eight.");
  expect(await playing(), "nothing plays unasked").toEqual([0, 0]);
  await board(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("p");
  await expect(listen(page)).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".panel-tools [role=status]").first()).toHaveText(
    /^Playing row “.+” from left to right\. Highest: “.+”\.$/,
  );
  expect(await playing()).toEqual([1, 1]);
  // The cursor goes along.
  await expect(page.locator(".token.key")).not.toHaveText(/^One/);
  // Escape ends it, and nothing else.
  await page.keyboard.press("Escape");
  await expect(listen(page)).toHaveAttribute("aria-pressed", "false");
  await expect.poll(playing).toEqual([1, 0]);
  await expect(page.locator(".token.key")).toHaveCount(1);
  // So do a second press, and the next move of the cursor.
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await expect.poll(playing).toEqual([2, 0]);
  await page.keyboard.press("p");
  await page.keyboard.press("ArrowDown");
  await expect.poll(playing).toEqual([3, 0]);
  await listen(page).click();
  await listen(page).click();
  await expect.poll(playing).toEqual([4, 0]);
  // Another room is silent.
  await listen(page).click();
  await page.keyboard.press("2");
  await expect.poll(playing).toEqual([5, 0]);
});

test("a row ends by itself, and its cursor stands still where nothing is to move", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const playing = await listening(page);
  await open(page, "sentence=One+two+three.");
  await set(page, { cursor: null });
  await board(page).focus();
  await page.keyboard.press("Home");
  const keys: (string | null)[] = [];
  await page.keyboard.press("p");
  await expect(listen(page)).toHaveAttribute("aria-pressed", "true");
  for (let look = 0; look < 8; look++) {
    keys.push(await page.locator(".token.key").textContent());
    await page.waitForTimeout(100);
  }
  expect(new Set(keys).size).toBe(1);
  await expect(listen(page)).toHaveAttribute("aria-pressed", "false");
  expect(await playing()).toEqual([1, 0]);
});

/** Controls that are seen and that a finger may miss: less than 44 px, a line each. */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    const side = (element: Element): number => {
      const { width, height } = element.getBoundingClientRect();
      return Math.min(width, height);
    };
    const controls = document.querySelectorAll(
      "button, select, input, textarea, summary, a[href], [role=tab], [role=option]",
    );
    return (
      [...controls]
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        // Words of a tree are 42 px wide where they are short; fields do the same.
        .filter((control) => !control.matches(".tree-word"))
        // Words inside a sentence, which WCAG 2.5.8 leaves as high as its line: terms, links, names of tensors.
        .filter((control) => !control.matches(".term, .new-here, p a, li > .link"))
        .filter((control) => {
          const labels = [...((control as HTMLInputElement).labels ?? [])];
          return Math.max(side(control), ...labels.map(side)) < least - 0.5;
        })
        .map((control) => {
          const { width, height } = control.getBoundingClientRect();
          return `${control.outerHTML.slice(0, 80)} ${Math.round(width)}x${Math.round(height)}`;
        })
    );
  });
}

test.describe("a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("hits every control of every room", async ({ page }) => {
    test.slow();
    for (const [index, [room, drawn]] of ROOMS.entries()) {
      await test.step(`hits every control of ${room}`, async () => {
        if (index === 0) await visit(page, room, drawn);
        else await enterRoom(page, room, drawn);
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll("details")) fold.open = true;
        });
        await ready(page);
        expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
        expect.soft(await small(page), room).toEqual([]);
        // Compare has parts that are rooms of their own.
        const parts = page.locator(".compare-parts [role=tab]");
        for (const part of room === "compare" ? await parts.all() : []) {
          await part.click();
          await ready(page);
          expect.soft(await small(page), (await part.textContent()) ?? "").toEqual([]);
        }
      });
    }
  });

  test("finds slider and picture in one screen", async ({ page }) => {
    await open(page, "", "");
    const box = async (what: string) => {
      const found = await page.locator(what).locator("visible=true").first().boundingBox();
      if (!found) throw new Error(`no ${what}`);
      return found;
    };
    const [head, picture, dock] = [await box(".head"), await box(".pictures .matrix-frame"), await box(".dock")];
    expect(picture.y).toBeGreaterThanOrEqual(head.y + head.height);
    expect(picture.y + picture.height).toBeLessThanOrEqual(dock.y + 1);
    expect(dock.y + dock.height).toBeLessThanOrEqual(844);
    expect(picture.height).toBeGreaterThan(200);
    // The header is two lines high, no more.
    expect(head.height).toBeLessThanOrEqual(2 * 44 + 8);
  });

  test("and another zoom a matrix", async ({ page }) => {
    await open(page);
    const matrix = page.locator(".pictures .matrix-frame").locator("visible=true").first();
    await matrix.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await matrix.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const client = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          apart === undefined
            ? []
            : // Beside the matrix stand small pictures.
              [-1, 1].map((side, id) => ({ x: x + width * 0.4 + side * apart, y: y + height * 0.6, id })),
      });
    const pinch = async (from: number, to: number) => {
      await touch("touchStart", from);
      for (let step = 1; step <= 5; step++) await touch("touchMove", from + ((to - from) * step) / 5);
      await touch("touchEnd");
    };
    await expect(matrix).not.toHaveClass(/zoomed/);
    await pinch(15, 45);
    await expect(matrix).toHaveClass(/zoomed/);
    await pinch(60, 10);
    await expect(matrix).not.toHaveClass(/zoomed/);
    // No cell was chosen on the way.
    expect((await settings(page)).cursor).toBeNull();
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  });
});

test("enlarged four times, every room is one column with nothing in front of it", async ({ page }) => {
  test.slow();
  // 1280 by 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const [index, [room, drawn]] of ROOMS.entries()) {
    if (index === 0) await visit(page, room, drawn);
    else await enterRoom(page, room, drawn);
    const { over, stays } = await page.evaluate(() => ({
      over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      stays: [...document.querySelectorAll("body *")]
        .filter(
          (element) =>
            element.checkVisibility() &&
            ["fixed", "sticky"].includes(getComputedStyle(element).position) &&
            // Heads of tables stay inside what scrolls.
            !element.closest("table") &&
            element.getBoundingClientRect().height > 0,
        )
        .map((element) => element.className),
    }));
    expect.soft(over, room).toBeLessThanOrEqual(0);
    expect.soft(stays, room).toEqual([]);
  }
});

test("every room is black on white on paper, whatever the screen's colours are", async ({ page }) => {
  test.slow();
  for (const [index, [room, drawn]] of ROOMS.entries()) {
    if (index === 0) await visit(page, room, drawn, "&theme=dark");
    else await enterRoom(page, room, drawn);
    const theme = page.locator("html");
    await expect(theme).toHaveAttribute("data-theme", "dark");
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(theme).toHaveAttribute("data-theme", "light");
    await expect(page.locator(".head")).toBeHidden();
    await expect(page.locator(drawn).first()).toBeVisible();
    const [ink] = await page.evaluate(() =>
      (getComputedStyle(document.body).color.match(/\d+/g) ?? []).map(Number),
    );
    expect.soft(ink, room).toBeLessThan(60);
    // Nothing is cut at the edge of the paper: A4 without its margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(over, room).toBeLessThanOrEqual(0);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    await expect(theme).toHaveAttribute("data-theme", "dark");
  }
});

test("with the system's own colours, what is chosen is told apart", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await visit(page, "compare", ".compare[data-ready]");
  const ground = (what: Locator) => what.evaluate((element) => getComputedStyle(element).backgroundColor);
  for (const chosen of ["[aria-pressed=%]", ".compare-parts [aria-selected=%]"]) {
    const [yes, no] = ["true", "false"].map((is) => page.locator(`.compare ${chosen.replace("%", is)}`).first());
    if (!yes || !no) throw new Error(chosen);
    expect(await ground(yes)).not.toBe(await ground(no));
  }
  const line = (tab: Locator) => tab.evaluate((element) => getComputedStyle(element).borderBottomColor);
  expect(await line(page.locator(".tab[aria-current]"))).not.toBe(
    await line(page.locator(".tab:not([aria-current])").first()),
  );
  expect(await violations(page, "colours")).toEqual([]);
});

test("a key that is held presses a word once; the link of a room that opens can be copied", async ({ page }) => {
  await open(page, "", "");
  const copy = page.locator("[data-panel=copy-link]");
  await expect(copy).toBeDisabled();
  const word = page.locator(".token").nth(2);
  await word.focus();
  for (let repeats = 0; repeats < 4; repeats++) await page.keyboard.down(" ");
  await page.keyboard.up(" ");
  await expect(word).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Space");
  await expect(word).toHaveAttribute("aria-selected", "false");
  await page.locator(".tab[data-room=curves]").click();
  await expect(copy).toBeEnabled();
});
