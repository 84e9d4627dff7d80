-- A PostgreSQL database of the last unreleased set of migrations (0001-content to 0018-feed-order), with a row in each table.
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
CREATE FUNCTION public.add_article_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into "article_text" ("number", "words")
        select new."number", setweight(to_tsvector('town_words', town_text(t."title", false)), 'A')
          || to_tsvector('town_words', town_text(t."description", true) || ' ' || town_text(t."sourceName", false))
        from "article" t where t."id" = new."itemId";
      return null;
    end $$;
CREATE FUNCTION public.add_business_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into "business_text" ("number", "words")
        select new."number", setweight(to_tsvector('town_words', town_text(t."name", false)), 'A')
          || to_tsvector('town_words', town_text(t."category", false) || ' ' || town_text(t."description", true) || ' ' || town_text(t."address", false))
        from "business" t where t."id" = new."itemId";
      return null;
    end $$;
CREATE FUNCTION public.add_event_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into "event_text" ("number", "words")
        select new."number", setweight(to_tsvector('town_words', town_text(t."title", false)), 'A')
          || to_tsvector('town_words', town_text(t."description", true) || ' ' || town_text(t."eventLocation", false))
        from "event" t where t."id" = new."itemId";
      return null;
    end $$;
CREATE FUNCTION public.add_news_item_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into "news_item_text" ("number", "words")
        select new."number", setweight(to_tsvector('town_words', town_text(t."title", false)), 'A')
          || to_tsvector('town_words', town_text(t."description", true) || ' ' || town_text(t."sourceName", false))
        from "news_item" t where t."id" = new."itemId";
      return null;
    end $$;
CREATE FUNCTION public.add_poll_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into "poll_text" ("number", "words")
        select new."number", setweight(to_tsvector('town_words', town_text(t."title", false)), 'A')
          || to_tsvector('town_words', town_text(t."description", false) || ' ' || town_text((select string_agg(p."text", ' ') from "poll_option" p
          where p."pollId" = t."id"), false))
        from "poll" t where t."id" = new."itemId";
      return null;
    end $$;
CREATE FUNCTION public.count_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "article_segment"%rowtype; beyond "article_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "article_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "article_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "article_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "article"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "article_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "article_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "article_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", 1 as "change" from added union all select "pubDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "article_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "article_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "article"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "article_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "article_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "article_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "article_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "article_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "article"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "article_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "article_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "article_segment" where "id" <> '';
          update "article_segment" set "items" = 0;
        end if;
        return null;
      end $$;
CREATE FUNCTION public.count_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "business_segment"%rowtype; beyond "business_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "business_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "nameKey" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "business_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "business_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "nameKey", "id", touched."items" - 1024 into beyond from "business"
          where ("nameKey", "id") >= (touched."sort", touched."id")
          order by "nameKey", "id" limit 1 offset 1024;
        exit when not found;
        update "business_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "business_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "business_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "nameKey" as "sort", "id", 1 as "change" from added union all select "nameKey" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "business_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "business_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "nameKey", "id", touched."items" - 1024 into beyond from "business"
          where ("nameKey", "id") >= (touched."sort", touched."id")
          order by "nameKey", "id" limit 1 offset 1024;
        exit when not found;
        update "business_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "business_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "business_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "nameKey" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "business_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "business_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "nameKey", "id", touched."items" - 1024 into beyond from "business"
          where ("nameKey", "id") >= (touched."sort", touched."id")
          order by "nameKey", "id" limit 1 offset 1024;
        exit when not found;
        update "business_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "business_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "business_segment" where "id" <> '';
          update "business_segment" set "items" = 0;
        end if;
        return null;
      end $$;
CREATE FUNCTION public.count_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "event_segment"%rowtype; beyond "event_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "event_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "eventDate" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "event_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "event_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "eventDate", "id", touched."items" - 1024 into beyond from "event"
          where ("eventDate", "id") >= (touched."sort", touched."id")
          order by "eventDate", "id" limit 1 offset 1024;
        exit when not found;
        update "event_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "event_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "event_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "eventDate" as "sort", "id", 1 as "change" from added union all select "eventDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "event_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "event_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "eventDate", "id", touched."items" - 1024 into beyond from "event"
          where ("eventDate", "id") >= (touched."sort", touched."id")
          order by "eventDate", "id" limit 1 offset 1024;
        exit when not found;
        update "event_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "event_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "event_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "eventDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "event_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "event_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "eventDate", "id", touched."items" - 1024 into beyond from "event"
          where ("eventDate", "id") >= (touched."sort", touched."id")
          order by "eventDate", "id" limit 1 offset 1024;
        exit when not found;
        update "event_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "event_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "event_segment" where "id" <> '';
          update "event_segment" set "items" = 0;
        end if;
        return null;
      end $$;
CREATE FUNCTION public.count_news_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "news_item_segment"%rowtype; beyond "news_item_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "news_item_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "news_item_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "news_item_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "news_item"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "news_item_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "news_item_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "news_item_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", 1 as "change" from added union all select "pubDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "news_item_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "news_item_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "news_item"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "news_item_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "news_item_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "news_item_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "news_item_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "news_item_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "news_item"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "news_item_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "news_item_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "news_item_segment" where "id" <> '';
          update "news_item_segment" set "items" = 0;
        end if;
        return null;
      end $$;
CREATE FUNCTION public.count_poll() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "poll_segment"%rowtype; beyond "poll_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "poll_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "titleKey" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "poll_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "poll_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "titleKey", "id", touched."items" - 1024 into beyond from "poll"
          where ("titleKey", "id") >= (touched."sort", touched."id")
          order by "titleKey", "id" limit 1 offset 1024;
        exit when not found;
        update "poll_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "poll_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "poll_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "titleKey" as "sort", "id", 1 as "change" from added union all select "titleKey" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "poll_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "poll_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "titleKey", "id", touched."items" - 1024 into beyond from "poll"
          where ("titleKey", "id") >= (touched."sort", touched."id")
          order by "titleKey", "id" limit 1 offset 1024;
        exit when not found;
        update "poll_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "poll_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "poll_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "titleKey" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "poll_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "poll_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "titleKey", "id", touched."items" - 1024 into beyond from "poll"
          where ("titleKey", "id") >= (touched."sort", touched."id")
          order by "titleKey", "id" limit 1 offset 1024;
        exit when not found;
        update "poll_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "poll_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "poll_segment" where "id" <> '';
          update "poll_segment" set "items" = 0;
        end if;
        return null;
      end $$;
CREATE FUNCTION public.find_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then delete from search_document where "kind" = 'articles'; return null; end if;
      if tg_op = 'UPDATE' and not (new."title" is distinct from old."title" or new."description" is distinct from old."description" or new."sourceName" is distinct from old."sourceName" or new."pubDate" is distinct from old."pubDate") then return null; end if;
      if tg_op <> 'INSERT' then delete from search_document where "kind" = 'articles' and "itemId" = old."id"; end if;
      if tg_op <> 'DELETE' then insert into search_document ("number", "kind", "itemId", "date")
    select nextval('"article_text_number"'), 'articles', t."id", t."pubDate"
    from "article" t where t."id" = new."id"; end if;
      return null;
    end $$;
CREATE FUNCTION public.find_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then delete from search_document where "kind" = 'businesses'; return null; end if;
      if tg_op = 'UPDATE' and not (new."name" is distinct from old."name" or new."category" is distinct from old."category" or new."description" is distinct from old."description" or new."address" is distinct from old."address" or new."createdAt" is distinct from old."createdAt") then return null; end if;
      if tg_op <> 'INSERT' then delete from search_document where "kind" = 'businesses' and "itemId" = old."id"; end if;
      if tg_op <> 'DELETE' then insert into search_document ("number", "kind", "itemId", "date")
    select nextval('"business_text_number"'), 'businesses', t."id", t."createdAt"
    from "business" t where t."id" = new."id"; end if;
      return null;
    end $$;
CREATE FUNCTION public.find_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then delete from search_document where "kind" = 'events'; return null; end if;
      if tg_op = 'UPDATE' and not (new."title" is distinct from old."title" or new."description" is distinct from old."description" or new."eventLocation" is distinct from old."eventLocation" or new."eventDate" is distinct from old."eventDate") then return null; end if;
      if tg_op <> 'INSERT' then delete from search_document where "kind" = 'events' and "itemId" = old."id"; end if;
      if tg_op <> 'DELETE' then insert into search_document ("number", "kind", "itemId", "date")
    select nextval('"event_text_number"'), 'events', t."id", t."eventDate"
    from "event" t where t."id" = new."id"; end if;
      return null;
    end $$;
CREATE FUNCTION public.find_news_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then delete from search_document where "kind" = 'news'; return null; end if;
      if tg_op = 'UPDATE' and not (new."title" is distinct from old."title" or new."description" is distinct from old."description" or new."sourceName" is distinct from old."sourceName" or new."pubDate" is distinct from old."pubDate") then return null; end if;
      if tg_op <> 'INSERT' then delete from search_document where "kind" = 'news' and "itemId" = old."id"; end if;
      if tg_op <> 'DELETE' then insert into search_document ("number", "kind", "itemId", "date")
    select nextval('"news_item_text_number"'), 'news', t."id", t."pubDate"
    from "news_item" t where t."id" = new."id"; end if;
      return null;
    end $$;
CREATE FUNCTION public.find_poll() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then delete from search_document where "kind" = 'polls'; return null; end if;
      if tg_op = 'UPDATE' and not (new."title" is distinct from old."title" or new."description" is distinct from old."description" or new."createdAt" is distinct from old."createdAt" or new."archived" is distinct from old."archived") then return null; end if;
      if tg_op <> 'INSERT' then delete from search_document where "kind" = 'polls' and "itemId" = old."id"; end if;
      if tg_op <> 'DELETE' then insert into search_document ("number", "kind", "itemId", "date")
    select nextval('"poll_text_number"'), 'polls', t."id", t."createdAt"
    from "poll" t where t."id" = new."id" and t."archived" = 0; end if;
      return null;
    end $$;
CREATE FUNCTION public.find_poll_option() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'UPDATE' and new."text" is not distinct from old."text" then return null; end if;
      if tg_op = 'DELETE' then delete from search_document where "kind" = 'polls' and "itemId" = old."pollId"; insert into search_document ("number", "kind", "itemId", "date")
    select nextval('"poll_text_number"'), 'polls', t."id", t."createdAt"
    from "poll" t where t."id" = old."pollId" and t."archived" = 0; else delete from search_document where "kind" = 'polls' and "itemId" = new."pollId"; insert into search_document ("number", "kind", "itemId", "date")
    select nextval('"poll_text_number"'), 'polls', t."id", t."createdAt"
    from "poll" t where t."id" = new."pollId" and t."archived" = 0; end if;
      return null;
    end $$;
CREATE FUNCTION public.keep_all_audit_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      raise exception 'audit_entry is never emptied';
    end $$;
CREATE FUNCTION public.keep_all_suppression_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      raise exception 'suppression_entry is never emptied';
    end $$;
CREATE FUNCTION public.keep_audit_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'UPDATE' and (new."id" is distinct from old."id" or new."at" is distinct from old."at" or new."actor" is distinct from old."actor" or new."actorId" is distinct from old."actorId" or new."action" is distinct from old."action" or new."subject" is distinct from old."subject" or new."address" is not null) then
        raise exception 'audit_entry is never changed';
      end if;
      if tg_op = 'DELETE' and old.at > (select max(at) from "audit_entry") - 34560000000 then
        raise exception 'audit_entry is kept 400 days';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$;
CREATE FUNCTION public.keep_suppression_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'UPDATE' and (new."id" is distinct from old."id" or new."at" is distinct from old."at" or new."userId" is distinct from old."userId" or new."what" is not null) then
        raise exception 'suppression_entry is never changed';
      end if;
      if tg_op = 'DELETE' and old.at > (select max(at) from "suppression_entry") - 3153600000000 then
        raise exception 'suppression_entry is kept 36500 days';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$;
CREATE FUNCTION public.note_site_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'DELETE' then 
    insert into "suppression_entry" ("id", "at", "userId", "what")
    select lpad(at::text, 15, '0') || '-' ||
      lpad((select count(*) from "suppression_entry" j where j."at" = moment.at)::text, 6, '0') || '-' ||
      substr(md5(random()::text), 1, 8), at, old."id", 'left'
    from (select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
      (select max("at") from "suppression_entry")) as at) moment;
      elsif new."newsletterOptIn" <> old."newsletterOptIn" then
        
    insert into "suppression_entry" ("id", "at", "userId", "what")
    select lpad(at::text, 15, '0') || '-' ||
      lpad((select count(*) from "suppression_entry" j where j."at" = moment.at)::text, 6, '0') || '-' ||
      substr(md5(random()::text), 1, 8), at, new."id", case new."newsletterOptIn" when 0 then 'out' else 'in' end
    from (select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
      (select max("at") from "suppression_entry")) as at) moment;
      end if;
      return null;
    end $$;
CREATE FUNCTION public.raise_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'articles';
      return null;
    end $$;
CREATE FUNCTION public.raise_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'businesses';
      return null;
    end $$;
CREATE FUNCTION public.raise_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'events';
      return null;
    end $$;
CREATE FUNCTION public.raise_news_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'news';
      return null;
    end $$;
CREATE FUNCTION public.raise_poll() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
      return null;
    end $$;
CREATE FUNCTION public.raise_poll_option() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
      return null;
    end $$;
CREATE FUNCTION public.raise_poll_vote() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'votes';
      return null;
    end $$;
CREATE FUNCTION public.raise_town_setting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'town';
      return null;
    end $$;
CREATE FUNCTION public.tell_collection_revision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      perform pg_notify('belfry_revisions', '');
      return null;
    end $$;
CREATE FUNCTION public.town_text(raw text, is_html boolean) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    AS $$
      declare plain text := left(coalesce(raw, ''), 200000);
      begin
        if is_html then
          plain := regexp_replace(plain, '</?(a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var)(\s[^>]*)?/?>', '', 'gi');
          plain := regexp_replace(plain, '<[^>]*>|&(amp|lt|gt|quot|nbsp);', ' ', 'g');
        end if;
        plain := normalize(plain, NFC);
        plain := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss');
        plain := regexp_replace(normalize(plain, NFKD), '([a-zA-Z\u00aa-\u02af\u1d00-\u1eff])[\u0300-\u036f]+', '\1', 'g');
        plain := replace(lower(normalize(plain, NFKC)), 'ς', 'σ');
        return regexp_replace(plain, '[^a-zA-Z0-9\u00aa-\u1fff\u2c00-\uffff\U00010000-\U0001efff]+', ' ', 'g');
      end $$;
CREATE TEXT SEARCH DICTIONARY public.town_stems (
    TEMPLATE = pg_catalog.snowball,
    language = 'english' );
CREATE TEXT SEARCH CONFIGURATION public.town_words (
    PARSER = pg_catalog."default" );
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR asciiword WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR word WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR numword WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR sfloat WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR version WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR hword_numpart WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR hword_part WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR hword_asciipart WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR numhword WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR asciihword WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR hword WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR "float" WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR "int" WITH public.town_stems;
ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR uint WITH public.town_stems;
CREATE TABLE public.address_claim (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL
);
CREATE TABLE public.address_proof (
    "tokenHash" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    address text NOT NULL COLLATE pg_catalog."C",
    "userId" text COLLATE pg_catalog."C",
    "expiresAt" bigint NOT NULL
);
CREATE TABLE public.api_token (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    "tokenHash" text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL,
    "createdAt" bigint NOT NULL,
    "expiresAt" bigint NOT NULL,
    "lastUsedAt" bigint,
    "revokedAt" bigint
);
CREATE TABLE public.article (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    "sourceId" text NOT NULL,
    title text NOT NULL,
    link text NOT NULL,
    "pubDate" bigint NOT NULL,
    "sourceName" text NOT NULL,
    "sourceUrl" text NOT NULL,
    deck text NOT NULL,
    image text,
    description text NOT NULL
);
CREATE TABLE public.article_segment (
    sort bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);
CREATE TABLE public.article_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);
CREATE SEQUENCE public.article_text_number
    START WITH 1099511627777
    INCREMENT BY 1
    MINVALUE 1099511627777
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.article_text_number OWNED BY public.article_text.number;
CREATE TABLE public.audit_entry (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    actor text NOT NULL,
    "actorId" text,
    action text NOT NULL,
    subject text,
    address text
);
CREATE TABLE public.backup_run (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    "tookMs" bigint NOT NULL,
    file text,
    bytes bigint,
    rows bigint,
    "secondPlace" text,
    trouble text
);
CREATE TABLE public.backup_setting (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL
);
CREATE TABLE public.business (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    name text NOT NULL,
    "nameKey" text NOT NULL COLLATE pg_catalog."C",
    category text NOT NULL,
    address text NOT NULL,
    phone text,
    website text,
    email text,
    "openingHours" text,
    description text NOT NULL
);
CREATE TABLE public.business_segment (
    sort text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);
CREATE TABLE public.business_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);
CREATE SEQUENCE public.business_text_number
    START WITH 5497558138881
    INCREMENT BY 1
    MINVALUE 5497558138881
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.business_text_number OWNED BY public.business_text.number;
CREATE TABLE public.collection_revision (
    collection text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL
);
CREATE TABLE public.event (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    "sourceId" text NOT NULL,
    title text NOT NULL,
    link text NOT NULL,
    "pubDate" bigint NOT NULL,
    "eventDate" bigint NOT NULL,
    "eventTime" text NOT NULL,
    "eventLocation" text NOT NULL,
    "enclosureUrl" text NOT NULL,
    "enclosureType" text NOT NULL,
    description text NOT NULL,
    "endDate" bigint,
    "allDay" integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'scheduled'::text NOT NULL,
    "statusNote" text,
    "previousDate" bigint
);
CREATE TABLE public.event_segment (
    sort bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);
CREATE TABLE public.event_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);
CREATE SEQUENCE public.event_text_number
    START WITH 3298534883329
    INCREMENT BY 1
    MINVALUE 3298534883329
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.event_text_number OWNED BY public.event_text.number;
CREATE TABLE public.feed_topic (
    topic text NOT NULL COLLATE pg_catalog."C",
    looked text DEFAULT ''::text NOT NULL,
    "lookAgainAt" bigint DEFAULT 0 NOT NULL,
    wanted text DEFAULT ''::text NOT NULL,
    announced text DEFAULT ''::text NOT NULL,
    "announcedAt" bigint,
    attempts integer DEFAULT 0 NOT NULL,
    "nextAttemptAt" bigint DEFAULT 0 NOT NULL,
    trouble text
);
CREATE TABLE public.identity (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    issuer text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL
);
CREATE TABLE public.job_lease (
    job text NOT NULL COLLATE pg_catalog."C",
    holder text,
    beat bigint NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.mail (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    recipient text,
    "recipientHash" text NOT NULL,
    letter text,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer NOT NULL,
    "nextAttemptAt" bigint NOT NULL,
    "queuedAt" bigint NOT NULL,
    "settledAt" bigint,
    trouble text,
    reply text
);
CREATE TABLE public.news_item (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    title text NOT NULL,
    "sourceId" text,
    link text NOT NULL,
    "pubDate" bigint NOT NULL,
    "sourceName" text,
    "sourceUrl" text,
    deck text NOT NULL,
    image text,
    description text NOT NULL
);
CREATE TABLE public.news_item_segment (
    sort bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);
CREATE TABLE public.news_item_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);
CREATE SEQUENCE public.news_item_text_number
    START WITH 2199023255553
    INCREMENT BY 1
    MINVALUE 2199023255553
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.news_item_text_number OWNED BY public.news_item_text.number;
CREATE TABLE public.password (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL,
    "createdAt" bigint NOT NULL
);
CREATE TABLE public.poll (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    title text NOT NULL,
    "titleKey" text NOT NULL COLLATE pg_catalog."C",
    deck text NOT NULL,
    description text NOT NULL,
    voters text DEFAULT 'verified'::text NOT NULL,
    "resultsShown" text DEFAULT 'always'::text NOT NULL,
    "maxChoices" integer DEFAULT 1 NOT NULL,
    "noneOfThese" integer DEFAULT 0 NOT NULL,
    "opensAt" bigint,
    "closesAt" bigint,
    "closedAt" bigint,
    "archivedAt" bigint,
    "endsAt" bigint DEFAULT '9007199254740991'::bigint NOT NULL,
    round integer DEFAULT 1 NOT NULL,
    archived integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.poll_ballot (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    round integer NOT NULL,
    kind text NOT NULL,
    receipt text NOT NULL COLLATE pg_catalog."C",
    choices text NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public.poll_closing (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    round integer NOT NULL,
    "closedAt" bigint NOT NULL,
    ballots integer NOT NULL,
    counts text NOT NULL,
    line text NOT NULL,
    head text NOT NULL
);
CREATE TABLE public.poll_network (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    network text NOT NULL COLLATE pg_catalog."C",
    voters integer NOT NULL,
    refused integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.poll_note (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    number integer NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.poll_option (
    id text NOT NULL COLLATE pg_catalog."C",
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    text text NOT NULL,
    "isNone" integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.poll_segment (
    sort text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);
CREATE TABLE public.poll_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);
CREATE SEQUENCE public.poll_text_number
    START WITH 4398046511105
    INCREMENT BY 1
    MINVALUE 4398046511105
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.poll_text_number OWNED BY public.poll_text.number;
CREATE TABLE public.poll_vote (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    voter text NOT NULL COLLATE pg_catalog."C",
    "userId" text COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    round integer NOT NULL,
    choices text COLLATE pg_catalog."C",
    receipt text COLLATE pg_catalog."C",
    network text COLLATE pg_catalog."C",
    "firstAt" bigint NOT NULL,
    "castAt" bigint NOT NULL
);
CREATE TABLE public.sample_item (
    collection text NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.search_document (
    number bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    date bigint NOT NULL
);
CREATE TABLE public.search_progress (
    kind text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL
);
CREATE TABLE public.search_trigram (
    trigram text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.search_word (
    word text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.session (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "tokenHash" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL,
    "lastSeenAt" bigint NOT NULL,
    "provedAt" bigint NOT NULL
);
CREATE TABLE public.setup_link (
    id integer NOT NULL,
    "tokenHash" text NOT NULL,
    "expiresAt" bigint NOT NULL
);
CREATE TABLE public.site_user (
    id text NOT NULL COLLATE pg_catalog."C",
    "newsletterOptIn" integer NOT NULL,
    "createdAt" bigint NOT NULL
);
CREATE TABLE public.suppression_entry (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    "userId" text NOT NULL COLLATE pg_catalog."C",
    what text NOT NULL
);
CREATE TABLE public.throttle (
    subject text NOT NULL COLLATE pg_catalog."C",
    tries integer NOT NULL,
    "blockedUntil" bigint NOT NULL,
    "expiresAt" bigint NOT NULL
);
CREATE TABLE public.town_setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.verified_address (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    "provedAt" bigint NOT NULL
);
INSERT INTO public.address_claim VALUES ('claire', 'claire@example.org', 1795176000000);
INSERT INTO public.address_proof VALUES ('proof', 'reset', 'june@example.org', 'june', 3590352000000);
INSERT INTO public.api_token VALUES ('t1', 'Import', 'token', 'write', 1795176000000, 3590352000000, NULL, NULL);
INSERT INTO public.article VALUES ('a0', 3, 1795176000000, 1795176000000, 'local:a0', 'a0: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells', 'https://example.org/a0', 1795176000000, 'Commons', 'https://example.org', '', NULL, '<p>a0: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells</p>');
INSERT INTO public.article VALUES ('a1', 3, 1795176000000, 1795176000000, 'local:a1', 'a1: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells', 'https://example.org/a1', 1795176000000, 'Commons', 'https://example.org', '', NULL, '<p>a1: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells</p>');
INSERT INTO public.article_segment VALUES (-9007199254740991, '', 2);
INSERT INTO public.article_text VALUES (1099511627777, '''a0'':1A,8 ''and'':6A,13 ''apostroph'':4A,11 ''backslash'':3A,10 ''bell'':7A,14 ''common'':15 ''newlin'':5A,12 ''quot'':2A,9');
INSERT INTO public.article_text VALUES (1099511627778, '''a1'':1A,8 ''and'':6A,13 ''apostroph'':4A,11 ''backslash'':3A,10 ''bell'':7A,14 ''common'':15 ''newlin'':5A,12 ''quot'':2A,9');
INSERT INTO public.audit_entry VALUES ('e1', 1795176000000, 'admin', 'june', 'item-saved', '/a0', NULL);
INSERT INTO public.backup_run VALUES ('k1', 'nightly', 1795176000000, 10, 'a.tar', 10, 5, NULL, NULL);
INSERT INTO public.backup_setting VALUES ('keep', '7');
INSERT INTO public.business VALUES ('b1', 1, 1795176000000, 1795176000000, 'Bäckerei', 'bäckerei', 'Food', '1 Main Street', '555-0100', NULL, NULL, 'Mo-Fr 8-17', '<p>Bread</p>');
INSERT INTO public.business_segment VALUES ('', '', 1);
INSERT INTO public.business_text VALUES (5497558138881, '''1'':4 ''backerei'':1A ''bread'':3 ''food'':2 ''main'':5 ''street'':6');
INSERT INTO public.collection_revision VALUES ('articles', 2);
INSERT INTO public.collection_revision VALUES ('town', 2);
INSERT INTO public.collection_revision VALUES ('news', 2);
INSERT INTO public.collection_revision VALUES ('events', 3);
INSERT INTO public.collection_revision VALUES ('businesses', 2);
INSERT INTO public.collection_revision VALUES ('votes', 2);
INSERT INTO public.collection_revision VALUES ('polls', 6);
INSERT INTO public.event VALUES ('v1', 1, 1795176000000, 1795176000000, 'local:v1', 'Café concert', 'https://example.org/v1', 1795176000000, 1795262400000, '5 PM', 'Hill Farm', '/illustrations/green.svg', 'image/svg+xml', '<p>Music.</p>', NULL, 0, 'scheduled', NULL, NULL);
INSERT INTO public.event VALUES ('v2', 1, 1795176000000, 1795176000000, 'local:v2', 'Fair', 'https://example.org/v2', 1795176000000, 1795262400000, '', 'Green', '/illustrations/green.svg', 'image/svg+xml', '<p>All days.</p>', 1795435200000, 1, 'moved', 'Because of snow', 1795176000000);
INSERT INTO public.event_segment VALUES (-9007199254740991, '', 2);
INSERT INTO public.event_text VALUES (3298534883329, '''cafe'':1A ''concert'':2A ''farm'':5 ''hill'':4 ''music'':3');
INSERT INTO public.event_text VALUES (3298534883330, '''all'':2 ''day'':3 ''fair'':1A ''green'':4');
INSERT INTO public.feed_topic VALUES ('all.rss', '', 0, '', '', NULL, 0, 0, NULL);
INSERT INTO public.identity VALUES ('abe', 'https://accounts.example', 'abe', 1795176000000);
INSERT INTO public.job_lease VALUES ('mail', NULL, 1);
INSERT INTO public.kysely_migration VALUES ('0001-content', '2026-11-22T10:16:27.297Z');
INSERT INTO public.kysely_migration VALUES ('0002-accounts', '2026-11-22T10:16:27.313Z');
INSERT INTO public.kysely_migration VALUES ('0003-revisions', '2026-11-22T10:16:27.321Z');
INSERT INTO public.kysely_migration VALUES ('0004-list-segments', '2026-11-22T10:16:27.348Z');
INSERT INTO public.kysely_migration VALUES ('0005-mail', '2026-11-22T10:16:27.352Z');
INSERT INTO public.kysely_migration VALUES ('0006-proven-addresses', '2026-11-22T10:16:27.369Z');
INSERT INTO public.kysely_migration VALUES ('0007-api-tokens', '2026-11-22T10:16:27.373Z');
INSERT INTO public.kysely_migration VALUES ('0008-audit', '2026-11-22T10:16:27.377Z');
INSERT INTO public.kysely_migration VALUES ('0009-backups', '2026-11-22T10:16:27.391Z');
INSERT INTO public.kysely_migration VALUES ('0010-revision-notices', '2026-11-22T10:16:27.392Z');
INSERT INTO public.kysely_migration VALUES ('0011-voting', '2026-11-22T10:16:27.412Z');
INSERT INTO public.kysely_migration VALUES ('0012-identity-and-activity', '2026-11-22T10:16:27.414Z');
INSERT INTO public.kysely_migration VALUES ('0013-event-states', '2026-11-22T10:16:27.418Z');
INSERT INTO public.kysely_migration VALUES ('0014-search', '2026-11-22T10:16:27.461Z');
INSERT INTO public.kysely_migration VALUES ('0016-feeds', '2026-11-22T10:16:27.465Z');
INSERT INTO public.kysely_migration VALUES ('0017-search-words', '2026-11-22T10:16:27.469Z');
INSERT INTO public.kysely_migration VALUES ('0018-feed-order', '2026-11-22T10:16:27.472Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.mail VALUES ('m1', 'verify', 'june@example.org', 'hash', '{"subject":"secret link"}', 'queued', 0, 0, 1795176000000, NULL, NULL, NULL);
INSERT INTO public.mail VALUES ('m2', 'verify', NULL, 'hash', NULL, 'sent', 1, 0, 1795176000000, 1795176000000, NULL, NULL);
INSERT INTO public.news_item VALUES ('n1', 1, 1795176000000, 1795176000000, 'The bridge reopens', NULL, 'https://example.org/n1', 1795176000000, NULL, NULL, 'After a year.', NULL, '<p>After a <b>year</b> of work.</p>');
INSERT INTO public.news_item_segment VALUES (-9007199254740991, '', 1);
INSERT INTO public.news_item_text VALUES (2199023255553, '''a'':5 ''after'':4 ''bridg'':2A ''of'':7 ''reopen'':3A ''the'':1A ''work'':8 ''year'':6');
INSERT INTO public.password VALUES ('june', '$argon2id$june', 1795176000000);
INSERT INTO public.password VALUES ('may', '$argon2id$may', 1795176000000);
INSERT INTO public.password VALUES ('abe', '$argon2id$abe', 1795176000000);
INSERT INTO public.poll VALUES ('p1', 1, 1795176000000, 1795176000000, 'Bridge?', 'bridge?', '', 'Which?', 'verified', 'always', 1, 0, NULL, NULL, NULL, NULL, 9007199254740991, 1, 0);
INSERT INTO public.poll VALUES ('p2', 1, 1795176000000, 1795176000000, 'Old poll', 'old poll', '', 'Done.', 'verified', 'always', 1, 0, NULL, NULL, 1795176000000, 1795176000000, 1795176000000, 1, 1);
INSERT INTO public.poll_ballot VALUES ('p2', 1, 1, 'member', 'r2', 'p2o0', 'h1');
INSERT INTO public.poll_closing VALUES ('p2', 1, 1795176000000, 1, '{"p2o0":1}', 'line', 'h2');
INSERT INTO public.poll_network VALUES ('p1', 'net', 1, 0);
INSERT INTO public.poll_note VALUES ('p2', 1795176000000, 1, 'A note');
INSERT INTO public.poll_option VALUES ('o0', 'p1', 0, 'Way 0', 0);
INSERT INTO public.poll_option VALUES ('o1', 'p1', 1, 'Way 1', 0);
INSERT INTO public.poll_option VALUES ('p2o0', 'p2', 0, 'Yes', 0);
INSERT INTO public.poll_option VALUES ('p2o1', 'p2', 1, 'None of these', 1);
INSERT INTO public.poll_segment VALUES ('', '', 2);
INSERT INTO public.poll_text VALUES (4398046511107, '''0'':4 ''1'':6 ''bridg'':1A ''way'':3,5 ''which'':2');
INSERT INTO public.poll_vote VALUES ('p1', 'june', 'june', 'member', 1, 'o0', 'r1', 'net', 1795176000000, 1795176000000);
INSERT INTO public.sample_item VALUES ('events', 'v2');
INSERT INTO public.search_document VALUES (1099511627777, 'articles', 'a0', 1795176000000);
INSERT INTO public.search_document VALUES (1099511627778, 'articles', 'a1', 1795176000000);
INSERT INTO public.search_document VALUES (4398046511107, 'polls', 'p1', 1795176000000);
INSERT INTO public.search_document VALUES (2199023255553, 'news', 'n1', 1795176000000);
INSERT INTO public.search_document VALUES (3298534883329, 'events', 'v1', 1795262400000);
INSERT INTO public.search_document VALUES (3298534883330, 'events', 'v2', 1795262400000);
INSERT INTO public.search_document VALUES (5497558138881, 'businesses', 'b1', 1795176000000);
INSERT INTO public.search_progress VALUES ('news', 2199023255553);
INSERT INTO public.search_trigram VALUES ('bri', 'bridge');
INSERT INTO public.search_word VALUES ('bridge');
INSERT INTO public.session VALUES ('june', 'session of june', 1795176000000, 1795176000000, 1795176000000);
INSERT INTO public.session VALUES ('may', 'session of may', 1795176000000, 1795176000000, 1795176000000);
INSERT INTO public.session VALUES ('abe', 'session of abe', 1795176000000, 1795176000000, 1795176000000);
INSERT INTO public.setup_link VALUES (1, 'link', 3590352000000);
INSERT INTO public.site_user VALUES ('june', 1, 1795176000000);
INSERT INTO public.site_user VALUES ('abe', 1, 1795176000000);
INSERT INTO public.site_user VALUES ('claire', 0, 1795176000000);
INSERT INTO public.site_user VALUES ('may', 0, 1795176000000);
INSERT INTO public.suppression_entry VALUES ('001795342587544-000000-cf4ee6fb', 1795342587544, 'may', 'out');
INSERT INTO public.throttle VALUES ('login:x', 2, 0, 3590352000000);
INSERT INTO public.town_setting VALUES ('title', 'Ashby Commons');
INSERT INTO public.town_setting VALUES ('firstStart', 'done');
INSERT INTO public.verified_address VALUES ('june', 'june@example.org', 1795176000000);
INSERT INTO public.verified_address VALUES ('may', 'may@example.org', 1795176000000);
INSERT INTO public.verified_address VALUES ('abe', 'abe@example.org', 1795176000000);
SELECT pg_catalog.setval('public.article_text_number', 1099511627778, true);
SELECT pg_catalog.setval('public.business_text_number', 5497558138881, true);
SELECT pg_catalog.setval('public.event_text_number', 3298534883330, true);
SELECT pg_catalog.setval('public.news_item_text_number', 2199023255553, true);
SELECT pg_catalog.setval('public.poll_text_number', 4398046511107, true);
ALTER TABLE ONLY public.address_claim
    ADD CONSTRAINT address_claim_of_user PRIMARY KEY ("userId");
ALTER TABLE ONLY public.address_proof
    ADD CONSTRAINT address_proof_pkey PRIMARY KEY ("tokenHash");
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT "api_token_tokenHash_key" UNIQUE ("tokenHash");
ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.article_segment
    ADD CONSTRAINT article_segment_key PRIMARY KEY (sort, id);
ALTER TABLE ONLY public.article_text
    ADD CONSTRAINT article_text_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.backup_run
    ADD CONSTRAINT backup_run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.backup_setting
    ADD CONSTRAINT backup_setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.business
    ADD CONSTRAINT business_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.business_segment
    ADD CONSTRAINT business_segment_key PRIMARY KEY (sort, id);
ALTER TABLE ONLY public.business_text
    ADD CONSTRAINT business_text_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.collection_revision
    ADD CONSTRAINT collection_revision_pkey PRIMARY KEY (collection);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.event_segment
    ADD CONSTRAINT event_segment_key PRIMARY KEY (sort, id);
ALTER TABLE ONLY public.event_text
    ADD CONSTRAINT event_text_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.feed_topic
    ADD CONSTRAINT feed_topic_pkey PRIMARY KEY (topic);
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_of_issuer PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.job_lease
    ADD CONSTRAINT job_lease_pkey PRIMARY KEY (job);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.news_item
    ADD CONSTRAINT news_item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.news_item_segment
    ADD CONSTRAINT news_item_segment_key PRIMARY KEY (sort, id);
ALTER TABLE ONLY public.news_item_text
    ADD CONSTRAINT news_item_text_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.password
    ADD CONSTRAINT password_of_user PRIMARY KEY ("userId");
ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT poll_ballot_in_order PRIMARY KEY ("pollId", "position");
ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT poll_ballot_receipt UNIQUE ("pollId", receipt);
ALTER TABLE ONLY public.poll_closing
    ADD CONSTRAINT poll_closing_of_round PRIMARY KEY ("pollId", round);
ALTER TABLE ONLY public.poll_network
    ADD CONSTRAINT poll_network_of_poll PRIMARY KEY ("pollId", network);
ALTER TABLE ONLY public.poll_note
    ADD CONSTRAINT poll_note_of_poll PRIMARY KEY ("pollId", number);
ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT poll_option_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.poll
    ADD CONSTRAINT poll_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.poll_segment
    ADD CONSTRAINT poll_segment_key PRIMARY KEY (sort, id);
ALTER TABLE ONLY public.poll_text
    ADD CONSTRAINT poll_text_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.poll_vote
    ADD CONSTRAINT poll_vote_of_voter PRIMARY KEY ("pollId", voter);
ALTER TABLE ONLY public.poll_vote
    ADD CONSTRAINT poll_vote_receipt UNIQUE ("pollId", receipt);
ALTER TABLE ONLY public.sample_item
    ADD CONSTRAINT sample_item_key PRIMARY KEY (collection, id);
ALTER TABLE ONLY public.search_document
    ADD CONSTRAINT search_document_item UNIQUE (kind, "itemId");
ALTER TABLE ONLY public.search_document
    ADD CONSTRAINT search_document_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.search_progress
    ADD CONSTRAINT search_progress_pkey PRIMARY KEY (kind);
ALTER TABLE ONLY public.search_trigram
    ADD CONSTRAINT search_trigram_key PRIMARY KEY (trigram, word);
ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_pkey PRIMARY KEY (word);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY ("tokenHash");
ALTER TABLE ONLY public.setup_link
    ADD CONSTRAINT setup_link_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.site_user
    ADD CONSTRAINT site_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.suppression_entry
    ADD CONSTRAINT suppression_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.town_setting
    ADD CONSTRAINT town_setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.verified_address
    ADD CONSTRAINT verified_address_of_user UNIQUE ("userId");
ALTER TABLE ONLY public.verified_address
    ADD CONSTRAINT verified_address_pkey PRIMARY KEY (address);
CREATE INDEX address_claim_by_address ON public.address_claim USING btree (address);
CREATE INDEX address_proof_by_address ON public.address_proof USING btree (address);
CREATE INDEX address_proof_by_user ON public.address_proof USING btree ("userId");
CREATE INDEX article_newest ON public.article USING btree ("pubDate", id);
CREATE INDEX article_of_source ON public.article USING btree ("sourceName", "pubDate", id);
CREATE INDEX article_text_words ON public.article_text USING gin (words);
CREATE INDEX audit_entry_by_actor ON public.audit_entry USING btree ("actorId", at);
CREATE INDEX audit_entry_by_time ON public.audit_entry USING btree (at, id);
CREATE INDEX backup_run_by_time ON public.backup_run USING btree (at, id);
CREATE INDEX business_by_category ON public.business USING btree (category, "nameKey", id);
CREATE INDEX business_by_name ON public.business USING btree ("nameKey", id);
CREATE INDEX business_text_words ON public.business_text USING gin (words);
CREATE INDEX event_by_place ON public.event USING btree ("eventLocation", "eventDate", id);
CREATE INDEX event_lasting ON public.event USING btree ("eventDate", id) WHERE (("endDate" - "eventDate") >= 86400000);
CREATE INDEX event_latest ON public.event USING btree ("updatedAt" DESC, "eventDate", id, "endDate");
CREATE INDEX event_newest ON public.event USING btree ("pubDate", id);
CREATE INDEX event_soonest ON public.event USING btree ("eventDate", id);
CREATE INDEX event_text_words ON public.event_text USING gin (words);
CREATE UNIQUE INDEX identity_of_user ON public.identity USING btree ("userId", issuer);
CREATE INDEX mail_by_state ON public.mail USING btree (state, "nextAttemptAt", id);
CREATE INDEX mail_of_recipient ON public.mail USING btree ("recipientHash", "queuedAt");
CREATE INDEX news_item_newest ON public.news_item USING btree ("pubDate", id);
CREATE INDEX news_item_of_source ON public.news_item USING btree ("sourceName", "pubDate", id);
CREATE INDEX news_item_text_words ON public.news_item_text USING gin (words);
CREATE INDEX poll_by_title ON public.poll USING btree ("titleKey", id);
CREATE INDEX poll_due ON public.poll USING btree ("closedAt", "closesAt");
CREATE INDEX poll_newest ON public.poll USING btree ("createdAt", id);
CREATE UNIQUE INDEX poll_option_of_poll ON public.poll_option USING btree ("pollId", "position");
CREATE INDEX poll_public ON public.poll USING btree (archived, "endsAt", id);
CREATE INDEX poll_text_words ON public.poll_text USING gin (words);
CREATE INDEX poll_vote_by_user ON public.poll_vote USING btree ("userId");
CREATE INDEX poll_vote_counted ON public.poll_vote USING btree ("pollId", kind, choices);
CREATE INDEX session_by_user ON public.session USING btree ("userId");
CREATE INDEX suppression_entry_by_time ON public.suppression_entry USING btree (at, id);
CREATE TRIGGER article_finds AFTER INSERT OR DELETE OR UPDATE ON public.article FOR EACH ROW EXECUTE FUNCTION public.find_article();
CREATE TRIGGER article_finds_none AFTER TRUNCATE ON public.article FOR EACH STATEMENT EXECUTE FUNCTION public.find_article();
CREATE TRIGGER article_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.article FOR EACH STATEMENT EXECUTE FUNCTION public.raise_article();
CREATE TRIGGER article_segments_delete AFTER DELETE ON public.article REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_article();
CREATE TRIGGER article_segments_insert AFTER INSERT ON public.article REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_article();
CREATE TRIGGER article_segments_truncate AFTER TRUNCATE ON public.article FOR EACH STATEMENT EXECUTE FUNCTION public.count_article();
CREATE TRIGGER article_segments_update AFTER UPDATE ON public.article REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_article();
CREATE TRIGGER article_text_adds AFTER INSERT ON public.search_document FOR EACH ROW WHEN ((new.kind = 'articles'::text)) EXECUTE FUNCTION public.add_article_text();
CREATE TRIGGER audit_entry_keeps BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.keep_audit_entry();
CREATE TRIGGER audit_entry_stays BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.keep_all_audit_entry();
CREATE TRIGGER business_finds AFTER INSERT OR DELETE OR UPDATE ON public.business FOR EACH ROW EXECUTE FUNCTION public.find_business();
CREATE TRIGGER business_finds_none AFTER TRUNCATE ON public.business FOR EACH STATEMENT EXECUTE FUNCTION public.find_business();
CREATE TRIGGER business_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.business FOR EACH STATEMENT EXECUTE FUNCTION public.raise_business();
CREATE TRIGGER business_segments_delete AFTER DELETE ON public.business REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_business();
CREATE TRIGGER business_segments_insert AFTER INSERT ON public.business REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_business();
CREATE TRIGGER business_segments_truncate AFTER TRUNCATE ON public.business FOR EACH STATEMENT EXECUTE FUNCTION public.count_business();
CREATE TRIGGER business_segments_update AFTER UPDATE ON public.business REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_business();
CREATE TRIGGER business_text_adds AFTER INSERT ON public.search_document FOR EACH ROW WHEN ((new.kind = 'businesses'::text)) EXECUTE FUNCTION public.add_business_text();
CREATE TRIGGER collection_revision_tells AFTER UPDATE ON public.collection_revision FOR EACH STATEMENT EXECUTE FUNCTION public.tell_collection_revision();
CREATE TRIGGER event_finds AFTER INSERT OR DELETE OR UPDATE ON public.event FOR EACH ROW EXECUTE FUNCTION public.find_event();
CREATE TRIGGER event_finds_none AFTER TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION public.find_event();
CREATE TRIGGER event_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION public.raise_event();
CREATE TRIGGER event_segments_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_event();
CREATE TRIGGER event_segments_insert AFTER INSERT ON public.event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_event();
CREATE TRIGGER event_segments_truncate AFTER TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION public.count_event();
CREATE TRIGGER event_segments_update AFTER UPDATE ON public.event REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_event();
CREATE TRIGGER event_text_adds AFTER INSERT ON public.search_document FOR EACH ROW WHEN ((new.kind = 'events'::text)) EXECUTE FUNCTION public.add_event_text();
CREATE TRIGGER news_item_finds AFTER INSERT OR DELETE OR UPDATE ON public.news_item FOR EACH ROW EXECUTE FUNCTION public.find_news_item();
CREATE TRIGGER news_item_finds_none AFTER TRUNCATE ON public.news_item FOR EACH STATEMENT EXECUTE FUNCTION public.find_news_item();
CREATE TRIGGER news_item_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.news_item FOR EACH STATEMENT EXECUTE FUNCTION public.raise_news_item();
CREATE TRIGGER news_item_segments_delete AFTER DELETE ON public.news_item REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_news_item();
CREATE TRIGGER news_item_segments_insert AFTER INSERT ON public.news_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_news_item();
CREATE TRIGGER news_item_segments_truncate AFTER TRUNCATE ON public.news_item FOR EACH STATEMENT EXECUTE FUNCTION public.count_news_item();
CREATE TRIGGER news_item_segments_update AFTER UPDATE ON public.news_item REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_news_item();
CREATE TRIGGER news_item_text_adds AFTER INSERT ON public.search_document FOR EACH ROW WHEN ((new.kind = 'news'::text)) EXECUTE FUNCTION public.add_news_item_text();
CREATE TRIGGER poll_finds AFTER INSERT OR DELETE OR UPDATE ON public.poll FOR EACH ROW EXECUTE FUNCTION public.find_poll();
CREATE TRIGGER poll_finds_none AFTER TRUNCATE ON public.poll FOR EACH STATEMENT EXECUTE FUNCTION public.find_poll();
CREATE TRIGGER poll_option_finds AFTER INSERT OR DELETE OR UPDATE ON public.poll_option FOR EACH ROW EXECUTE FUNCTION public.find_poll_option();
CREATE TRIGGER poll_option_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.poll_option FOR EACH STATEMENT EXECUTE FUNCTION public.raise_poll_option();
CREATE TRIGGER poll_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.poll FOR EACH STATEMENT EXECUTE FUNCTION public.raise_poll();
CREATE TRIGGER poll_segments_delete AFTER DELETE ON public.poll REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_poll();
CREATE TRIGGER poll_segments_insert AFTER INSERT ON public.poll REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_poll();
CREATE TRIGGER poll_segments_truncate AFTER TRUNCATE ON public.poll FOR EACH STATEMENT EXECUTE FUNCTION public.count_poll();
CREATE TRIGGER poll_segments_update AFTER UPDATE ON public.poll REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_poll();
CREATE TRIGGER poll_text_adds AFTER INSERT ON public.search_document FOR EACH ROW WHEN ((new.kind = 'polls'::text)) EXECUTE FUNCTION public.add_poll_text();
CREATE TRIGGER poll_vote_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.poll_vote FOR EACH STATEMENT EXECUTE FUNCTION public.raise_poll_vote();
CREATE TRIGGER site_user_notes AFTER DELETE OR UPDATE ON public.site_user FOR EACH ROW EXECUTE FUNCTION public.note_site_user();
CREATE TRIGGER suppression_entry_keeps BEFORE DELETE OR UPDATE ON public.suppression_entry FOR EACH ROW EXECUTE FUNCTION public.keep_suppression_entry();
CREATE TRIGGER suppression_entry_stays BEFORE TRUNCATE ON public.suppression_entry FOR EACH STATEMENT EXECUTE FUNCTION public.keep_all_suppression_entry();
CREATE TRIGGER town_setting_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.town_setting FOR EACH STATEMENT EXECUTE FUNCTION public.raise_town_setting();
ALTER TABLE ONLY public.address_claim
    ADD CONSTRAINT "address_claim_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.address_proof
    ADD CONSTRAINT "address_proof_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.article_text
    ADD CONSTRAINT article_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;
ALTER TABLE ONLY public.business_text
    ADD CONSTRAINT business_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_text
    ADD CONSTRAINT event_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity
    ADD CONSTRAINT "identity_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.news_item_text
    ADD CONSTRAINT news_item_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;
ALTER TABLE ONLY public.password
    ADD CONSTRAINT "password_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT "poll_ballot_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.poll_closing
    ADD CONSTRAINT "poll_closing_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.poll_network
    ADD CONSTRAINT "poll_network_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.poll_note
    ADD CONSTRAINT "poll_note_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT "poll_option_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.poll_text
    ADD CONSTRAINT poll_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;
ALTER TABLE ONLY public.poll_vote
    ADD CONSTRAINT "poll_vote_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.poll_vote
    ADD CONSTRAINT "poll_vote_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session
    ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.verified_address
    ADD CONSTRAINT "verified_address_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;
