// For keyboards, screen readers, small screens and dark rooms.

import type { Page } from "@playwright/test";
import { board, expect, frame, nth, open, ready, set, settings, test, violations } from "./page";

for (const theme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing: ${theme}, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await open(page, `nearfar=1&theme=${theme}&seed=red`);
      // With a notice, a locked cell, selected tokens and an unknown word.
      await expect(page.locator(".notice")).toHaveCount(1);
      await set(page, {
        sentence: "The old man xyzzyq was not good.",
        cursor: [2, 5],
        selected: [1, 3],
      });
      await ready(page);
      expect.soft(await violations(page), "the Lab").toEqual([]);
      await set(page, { room: "curves", "curve-axis": "tokens", slopes: true });
      await ready(page);
      expect.soft(await violations(page), "the Curves").toEqual([]);
    });
  }

  test(`axe finds nothing in what opens: ${theme}`, async ({ page }) => {
    // Six looks of a second or more each.
    test.slow();
    await open(page, `nearfar=1&theme=${theme}&a=da:linear(0.5,1):late-add`);
    await page.getByRole("button", { name: "Help and keys" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect.soft(await violations(page), "help").toEqual([]);
    await page.keyboard.press("Escape");

    await board(page).press("t");
    await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
    expect.soft(await violations(page), "table").toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: /^Coefficient/ }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect.soft(await violations(page), "a step").toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await expect(page.getByRole("group", { name: "Save as" })).toBeVisible();
    expect.soft(await violations(page), "what can be saved").toEqual([]);

    await set(page, { view: "lines" });
    expect.soft(await violations(page), "lines").toEqual([]);
    await set(page, { sentence: "" });
    expect.soft(await violations(page), "no sentence").toEqual([]);
  });
}

test("a word that waits for its vector is legible", async ({ page }) => {
  await open(page);
  const held: (() => void)[] = [];
  await page.route("**/vectors/part-*.bin", async (route) => {
    await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  await set(page, { sentence: "A perspicacious wombat." });
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

for (const room of ["lab", "curves"] as const) {
  test(`Tab reaches every control of the ${room} in the order of the page`, async ({ page }) => {
    await open(page, `nearfar=1&room=${room}&sentence=One+two.&heads=3&curve-axis=tokens`);
    const found = await walk(page);
    expect(found).toMatchObject({ missed: [], backwards: [], repeated: 0 });
    expect(found.reached).toBeGreaterThan(20);
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

test("the skip link leads to the room", async ({ page }) => {
  await open(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the room" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await frame(page);
  // It is no link to settings.
  await expect(page.locator(".notice")).toHaveCount(0);
});

test("the skip link keeps the settings", async ({ page }) => {
  await open(page, "nearfar=1&seed=12&heads=3");
  const before = await settings(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await frame(page);
  expect(await settings(page)).toEqual(before);
});

test("? opens help, Escape closes it, and the focus returns", async ({ page }) => {
  await open(page);
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

test("an open dialog keeps keys and pointer from the room behind it", async ({ page }) => {
  await open(page);
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

test("Escape closes what is open before it releases the cell", async ({ page }) => {
  await open(page);
  await set(page, { cursor: [2, 3], selected: [4] });
  await board(page).press("t");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await settings(page)).toMatchObject({ cursor: [2, 3], selected: [4] });
  await page.keyboard.press("Escape");
  expect(await settings(page)).toMatchObject({ cursor: null, selected: [] });
});

for (const width of [360, 390, 768, 1440]) {
  test(`nothing scrolls sideways at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page);
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
      expect.soft(over, JSON.stringify(changes)).toBeLessThanOrEqual(0);
    }
    await page.getByRole("button", { name: "Help and keys" }).click();
    const box = await page.getByRole("dialog").boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  });
}

test("what a finger touches is large enough", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  // WCAG 2.2, 2.5.8: 24 by 24 pixels, or as much room around.
  const small = await page.evaluate(() =>
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
  expect(small).toEqual([]);
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

  await page.getByRole("button", { name: "Dark colours" }).click();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect.poll(paper).toBe(dark);
  expect((await settings(page)).theme).toBe("dark");
  // No link holds it, but the browser keeps it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("nearfar.theme"))).toBe("dark");
  expect(page.url()).not.toContain("theme");
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "Light colours" }).click();
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

test("changes are told to those who do not see them", async ({ page }) => {
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
